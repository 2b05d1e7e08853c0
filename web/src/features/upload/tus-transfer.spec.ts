import { HttpResponse } from 'msw';
import { refusal, server } from '../../testing/server.js';
import { TusServer } from '../../testing/tus-server.js';
import { type TransferNews, UploadError } from './transfer.js';
import { TusTransfer } from './tus-transfer.js';
import { UnfinishedUploads } from './unfinished-uploads.js';

const MEBIBYTE = 1024 * 1024;
const large = () => new File([new Uint8Array(2 * MEBIBYTE)], 'large.bin', { lastModified: 7 });
const small = () => new File(['hello'], 'ä.txt', { type: 'text/plain' });
const networkError = () => HttpResponse.error();

/** A transfer of `file` to `tus`. */
function send(tus: TusServer, file: File, { isSignedIn = true, bundleId = null as string | null } = {}) {
  server.use(...tus.handlers);
  const storage = new UnfinishedUploads(null);
  const news: TransferNews[] = [];
  const sent: number[] = [];
  const onCreated = jest.fn();
  const transfer = new TusTransfer(
    {
      file,
      path: bundleId === null ? null : `Offer/${file.name}`,
      bundleId,
      unfinished: storage.find({ file, path: null }),
      storage,
      requireSameAccount: () =>
        isSignedIn ? Promise.resolve() : Promise.reject(new UploadError('Logged out', 401)),
    },
    { onProgress: (bytes) => sent.push(bytes), onNews: (what) => news.push(what), onCreated },
  );
  transfers.push(transfer);
  return { transfer, storage, news, sent, onCreated, done: transfer.done };
}
const transfers: TusTransfer[] = [];

/** Waits until the condition is true, such as an effect of a request. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries++) {
    if (tries > 2_000) throw new Error('It never came true');
    await new Promise((done) => setTimeout(done, 5));
  }
}

/** Gives `response` to the first request with this method. */
function once(tus: TusServer, kind: string, response: () => unknown): void {
  let isGiven = false;
  tus.instead = ({ method }) => {
    if (isGiven || method !== kind) return undefined;
    isGiven = true;
    return response();
  };
}

describe('TusTransfer', () => {
  beforeEach(() => {
    // Without backoff (1 - 4 / 4), and without the network errors that jsdom prints.
    jest.spyOn(Math, 'random').mockReturnValue(4);
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => transfers.splice(0).forEach((transfer) => transfer.end()));

  it('sends a small file with one request', async () => {
    const tus = new TusServer(['a-file']);
    const { done } = send(tus, small(), { bundleId: 'a-bundle' });
    expect(await done).toBe('a-file');
    expect(tus.calls).toEqual(['POST ä.txt']);
    expect(tus.uploads[0]).toMatchObject({
      offset: 5,
      metadata: { filename: 'ä.txt', filetype: 'text/plain', bundle: 'a-bundle', path: 'Offer/ä.txt' },
    });
  });

  it('sends an empty file', async () => {
    const tus = new TusServer(['a-file']);
    expect(await send(tus, new File([], 'empty')).done).toBe('a-file');
  });

  it('sends a larger file in pieces, whose upload is remembered until its end', async () => {
    const tus = new TusServer(['a-file']);
    const kept = jest.spyOn(UnfinishedUploads.prototype, 'keep');
    const { done, storage, sent } = send(tus, large());
    expect(await done).toBe('a-file');
    expect(kept).toHaveBeenCalledWith(
      expect.objectContaining({ url: '/api/uploads/a-file', name: 'large.bin', sent: 0 }),
    );
    expect(tus.calls).toEqual(['POST large.bin', 'PATCH large.bin']);
    expect(sent.at(-1)).toBe(2 * MEBIBYTE);
    expect(storage.list()).toEqual([]);
  });

  it('resumes after the tab was closed, when the same file is chosen again', async () => {
    const tus = new TusServer(['a-file']);
    once(tus, 'PATCH', () => new Promise<never>(() => undefined));
    const first = send(tus, large());
    await until(() => tus.calls.includes('PATCH large.bin'));
    first.transfer.end();
    tus.uploads[0]!.offset = MEBIBYTE;
    tus.calls.length = 0;
    const second = send(tus, large());
    expect(await second.done).toBe('a-file');
    expect(tus.calls).toEqual(['HEAD large.bin', 'PATCH large.bin']);
    expect(tus.uploads[0]?.offset).toBe(2 * MEBIBYTE);
  });

  it('tries again when the network is lost, from where the server stands', async () => {
    const tus = new TusServer(['a-file']);
    once(tus, 'PATCH', networkError);
    const { done, news } = send(tus, large());
    expect(await done).toBe('a-file');
    expect(news).toEqual(['sending', 'lost', 'sending']);
    expect(tus.calls).toEqual(['POST large.bin', 'PATCH large.bin', 'HEAD large.bin', 'PATCH large.bin']);
  });

  it.each([
    ['the creation', 'POST'],
    ['the question for the offset', 'HEAD'],
  ])('tries again after %s was not answered', async (_what, method) => {
    const tus = new TusServer(['a-file']);
    let failures = 0;
    tus.instead = ({ method: asked }) => {
      if (asked === 'PATCH' && failures === 0 && method === 'HEAD') return networkError();
      if (asked === method && failures++ === 0) return networkError();
      return undefined;
    };
    const { done } = send(tus, large());
    expect(await done).toBe('a-file');
    expect(tus.uploads).toHaveLength(1);
  });

  it.each([
    ['small', small],
    ['large', large],
  ])('sends a %s file once, although the answer to its creation was lost', async (_size, make) => {
    const tus = new TusServer(['a-file', 'another']);
    once(tus, 'CREATED', networkError);
    expect(await send(tus, make()).done).toBe('a-file');
    expect(tus.calls.filter((call) => call.startsWith('POST'))).toHaveLength(2);
    expect(tus.uploads).toHaveLength(1);
  });

  it('waits for another tab that sends the file', async () => {
    const tus = new TusServer(['a-file']);
    once(tus, 'PATCH', () => refusal(423, 'uploads.being-written', 'Another request writes.'));
    const { done, news } = send(tus, large());
    await done;
    expect(news).toEqual(['sending', 'elsewhere', 'sending']);
  });

  it.each(['PATCH', 'HEAD'])(
    'begins again when %s reports that the upload expired midway',
    async (method) => {
      const tus = new TusServer(['expired', 'a-file']);
      let hasFailed = false;
      tus.instead = ({ method: asked }) => {
        if (hasFailed || !['PATCH', 'HEAD'].includes(asked)) return undefined;
        if (asked !== method) return networkError();
        hasFailed = true;
        return method === 'HEAD'
          ? new HttpResponse(null, { status: 410 })
          : refusal(404, 'uploads.not-found', 'There is no such upload. Please start it again.');
      };
      const { done, news } = send(tus, large());
      expect(await done).toBe('a-file');
      expect(news).toContain('restarted');
      expect(tus.uploads[1]?.offset).toBe(2 * MEBIBYTE);
    },
  );

  it('does not begin again for another account', async () => {
    const tus = new TusServer();
    tus.instead = ({ method }) =>
      method === 'PATCH' ? refusal(404, 'uploads.not-found', 'There is no such upload.') : undefined;
    const { done } = send(tus, large(), { isSignedIn: false });
    await expect(done).rejects.toThrow('Logged out');
    expect(tus.uploads).toHaveLength(1);
  });

  it.each([
    [403, 'files.limit-reached', 'You can only upload up to 3 files with your free tier'],
    [413, 'files.too-large', 'The plan ended: 20MB limit'],
    [507, 'server.storage-full', 'There is no room left to keep this file.'],
    [429, 'files.too-many-uploads', 'Too many uploads. Please try again later.'],
  ] as const)('ends with the sentence of a refusal, %s', async (status, code, sentence) => {
    const tus = new TusServer();
    tus.instead = ({ method }) => (method === 'PATCH' ? refusal(status, code, sentence) : undefined);
    const { done } = send(tus, large());
    await expect(done).rejects.toMatchObject({ message: sentence, status });
  });

  it('says that a file was changed on the device', async () => {
    const tus = new TusServer();
    const file = large();
    tus.instead = ({ method }) => {
      if (method !== 'PATCH') return undefined;
      jest.spyOn(FileReader.prototype, 'readAsArrayBuffer').mockImplementation(function (this: FileReader) {
        this.dispatchEvent(new ProgressEvent('error'));
      });
      return networkError();
    };
    const { done } = send(tus, file);
    await expect(done).rejects.toThrow('This file was changed, moved or deleted on your device');
  });

  it('pauses and resumes', async () => {
    const tus = new TusServer(['a-file']);
    let release = () => {};
    once(tus, 'PATCH', () => new Promise((resolve) => (release = () => resolve(networkError()))));
    const { transfer, done, storage } = send(tus, large());
    await until(() => tus.calls.includes('PATCH large.bin'));
    transfer.pause();
    release();
    expect(storage.list()).toHaveLength(1);
    transfer.resume();
    expect(await done).toBe('a-file');
    expect(tus.calls).toEqual(['POST large.bin', 'PATCH large.bin', 'HEAD large.bin', 'PATCH large.bin']);
  });

  it('makes one upload when it is paused and resumed during the creation', async () => {
    const tus = new TusServer(['a-file']);
    let release = () => {};
    once(tus, 'POST', () => new Promise<undefined>((resolve) => (release = () => resolve(undefined))));
    const { transfer, done } = send(tus, large());
    await until(() => tus.calls.length === 1);
    transfer.pause();
    transfer.resume();
    release();
    expect(await done).toBe('a-file');
    expect(tus.uploads).toHaveLength(1);
  });

  it('reports that the server knows an upload, also when it answers during a pause', async () => {
    const tus = new TusServer();
    let answer = () => {};
    once(tus, 'CREATED', () => new Promise<void>((done) => (answer = done)));
    const { transfer, onCreated } = send(tus, large());
    await until(() => tus.uploads.length === 1);
    transfer.pause();
    expect(onCreated).not.toHaveBeenCalled();
    answer();
    await until(() => onCreated.mock.calls.length === 1);
    expect(tus.calls).toEqual(['POST large.bin']);
  });

  it('deletes what was sent when it is cancelled, also during the creation', async () => {
    for (const call of ['POST large.bin', 'PATCH large.bin']) {
      const tus = new TusServer();
      const { transfer, storage } = send(tus, large());
      await until(() => tus.calls.includes(call));
      transfer.cancel();
      await until(() => tus.calls.includes('DELETE large.bin'));
      await until(() => storage.list().length === 0);
      expect(tus.uploads).toEqual([]);
    }
  });

  it('keeps an upload that could not be deleted in the list of unfinished ones', async () => {
    const tus = new TusServer();
    tus.instead = ({ method }) => (['PATCH', 'DELETE'].includes(method) ? networkError() : undefined);
    const { transfer, storage } = send(tus, large());
    await until(() => storage.list().length === 1);
    transfer.cancel();
    await until(() => tus.calls.includes('DELETE large.bin'));
    expect(storage.list()).toHaveLength(1);
  });

  it('stops while the browser is offline, and continues immediately when it is online again', async () => {
    const tus = new TusServer(['a-file']);
    once(tus, 'PATCH', () => new Promise<never>(() => undefined));
    const { done, news } = send(tus, large());
    await until(() => tus.calls.includes('PATCH large.bin'));
    window.dispatchEvent(new Event('offline'));
    expect(news.at(-1)).toBe('lost');
    window.dispatchEvent(new Event('online'));
    expect(await done).toBe('a-file');
  });

  it('sends a new request after the laptop slept, as the old one is dead', async () => {
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout', 'performance'],
    });
    try {
      const tus = new TusServer(['a-file']);
      once(tus, 'PATCH', () => new Promise<never>(() => undefined));
      const { done } = send(tus, large());
      await until(() => tus.calls.includes('PATCH large.bin'));
      // Less than the silence after which any connection counts as dead, so that only the sleep is detected.
      jest.setSystemTime(Date.now() + 30_000);
      jest.advanceTimersByTime(5_000);
      expect(await done).toBe('a-file');
    } finally {
      jest.useRealTimers();
    }
  });
});
