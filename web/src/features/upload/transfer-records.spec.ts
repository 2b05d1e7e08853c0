import { http, HttpResponse } from 'msw';
import { refusal, server } from '../../testing/server.js';
import { TusServer } from '../../testing/tus-server.js';
import { UploadError } from './transfer.js';
import { TusTransfer } from './tus-transfer.js';
import { UnfinishedUploads } from './unfinished-uploads.js';

const storage = new UnfinishedUploads(null, () => Date.now());
const file = new File([new Uint8Array(2 * 1024 * 1024)], 'large.bin', { lastModified: 7 });
const transfers: TusTransfer[] = [];

/** A transfer whose first PATCH is answered by `answer`. */
function send(answer: () => unknown, requireSameAccount = () => Promise.resolve()) {
  const tus = new TusServer(['a-file', 'another']);
  tus.instead = ({ method }) => (method === 'PATCH' ? answer() : undefined);
  server.use(...tus.handlers);
  const job = { file, path: null, bundleId: null, unfinished: null, storage, requireSameAccount };
  const transfer = new TusTransfer(job, { onProgress: () => undefined, onNews: () => undefined });
  transfers.push(transfer);
  return { tus, transfer };
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries++) {
    if (tries > 2_000) throw new Error('It never came true');
    await new Promise((done) => setTimeout(done, 5));
  }
}

const silence = () => new Promise<never>(() => undefined);

async function sending() {
  const { tus, transfer } = send(silence);
  await until(() => tus.calls.includes('PATCH large.bin'));
  return transfer;
}

describe('the record of an unfinished upload', () => {
  beforeEach(() => {
    window.localStorage.clear();
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => transfers.splice(0).forEach((transfer) => transfer.end()));

  it('stores an upload as running until its transfer ends', async () => {
    const transfer = await sending();
    expect(storage.list()).toHaveLength(1);
    expect(storage.interrupted()).toEqual([]);
    transfer.pause();
    expect(storage.interrupted()).toEqual([]);
    transfer.end();
    expect(storage.interrupted()).toHaveLength(1);
  });

  it('lists an upload as interrupted as soon as its page is left or reloaded', async () => {
    await sending();
    window.dispatchEvent(new Event('pagehide'));
    expect(storage.interrupted()).toHaveLength(1);
  });

  it('lists an upload as interrupted after a refusal', async () => {
    const { transfer } = send(() => refusal(403, 'files.limit-reached', 'Too many files'));
    await expect(transfer.done).rejects.toThrow('Too many files');
    expect(storage.interrupted()).toHaveLength(1);
  });

  it('stores a paused upload every few seconds, so that other tabs do not take it for interrupted', async () => {
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout', 'performance'],
    });
    try {
      const transfer = await sending();
      transfer.pause();
      const before = storage.list()[0]?.savedAt ?? 0;
      jest.advanceTimersByTime(5_000);
      expect(storage.list()[0]?.savedAt).toBeGreaterThanOrEqual(before + 5_000);
    } finally {
      jest.useRealTimers();
    }
  });

  it('stores nothing at the end of a transfer that was completed or cancelled', async () => {
    const completed = send(() => undefined);
    await completed.transfer.done;
    completed.transfer.end();
    expect(storage.list()).toEqual([]);
    const cancelled = send(silence);
    await until(() => cancelled.tus.calls.includes('PATCH large.bin'));
    cancelled.transfer.cancel();
    await until(() => storage.list().length === 0);
    cancelled.transfer.end();
    expect(storage.list()).toEqual([]);
  });

  it('keeps the record of an upload when the session ends, so that it goes on after the next log-in', async () => {
    const { transfer } = send(
      () => refusal(404, 'uploads.not-found', 'There is no such upload.'),
      () => Promise.reject(new UploadError('Logged out', 401)),
    );
    await expect(transfer.done).rejects.toThrow('Logged out');
    expect(storage.list()).toEqual([expect.objectContaining({ url: '/api/uploads/a-file' })]);
  });

  it('forgets a cancelled upload that was finished meanwhile, and deletes its file', async () => {
    const deleted: string[] = [];
    const transfer = await sending();
    server.use(
      http.delete('/api/*', ({ request }) => {
        const { pathname } = new URL(request.url);
        deleted.push(pathname);
        return pathname.startsWith('/api/uploads')
          ? refusal(403, 'uploads.finished', 'This upload is finished.')
          : new HttpResponse(null, { status: 204 });
      }),
    );
    transfer.cancel();
    await until(() => storage.list().length === 0);
    expect(deleted).toEqual(['/api/uploads/a-file', '/api/files/a-file']);
  });
});
