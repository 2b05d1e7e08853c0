import type { Uploaded } from '@waybill/contracts';
import { timings } from '../../lib/timings.js';
import { UploadError } from './transfer.js';
import { type BatchState, UploadBatch } from './upload-batch.js';

const settled = () => new Promise((done) => setTimeout(done));

/** A batch with requests that the test settles one by one. */
function batchOf(...names: string[]) {
  const requests: { name: string; arrive: () => void; fail: (reason: Error) => void; signal: AbortSignal }[] =
    [];
  const states: (BatchState | null)[] = [];
  const done = jest.fn<undefined, [Uploaded]>();
  const files = names.map((name) => new File(['12345678'], name));
  const batch = new UploadBatch(
    files,
    ({ name }, onProgress, signal) =>
      new Promise((resolve, reject) => {
        onProgress(0.5);
        signal.addEventListener('abort', () => reject(new DOMException('cut off', 'AbortError')));
        const piece = { id: `id of ${name}`, originalName: name, size: 8, mimeType: 'text/plain' };
        requests.push({
          name,
          arrive: () => resolve({ id: piece.id, files: [piece] }),
          fail: reject,
          signal,
        });
      }),
    { onChange: (state) => states.push(state), onDone: done },
  );
  return {
    batch,
    done,
    /** Names of the files requested so far. */
    sent: () => requests.map(({ name }) => name),
    request: (name: string) => requests.findLast((request) => request.name === name)!,
    state: () => states.at(-1),
    steps: () => states.at(-1)?.pieces.map(({ file, step }) => `${file.name} ${step}`),
  };
}

describe('UploadBatch', () => {
  beforeEach(() => jest.replaceProperty(timings, 'uploadMinimum', 0 as never));
  afterEach(() => jest.restoreAllMocks());

  it('uploads one file after the other and reports the progress of each', async () => {
    const { batch, done, sent, request, state, steps } = batchOf('a', 'b');
    void batch.run();
    expect(sent()).toEqual(['a']);
    expect(state()).toMatchObject({ step: 'sending', pace: { fraction: 0.25 } });
    request('a').arrive();
    await settled();
    expect(steps()).toEqual(['a sent', 'b sending']);
    expect(state()?.pace.fraction).toBe(0.75);
    request('b').arrive();
    await settled();
    await settled();
    expect(done).toHaveBeenCalledWith({
      id: 'id of a',
      files: [expect.objectContaining({ originalName: 'a' }), expect.objectContaining({ originalName: 'b' })],
    });
  });

  it('stops at a failed file and continues with it on retry', async () => {
    const { batch, done, sent, request, state, steps } = batchOf('a', 'b');
    void batch.run();
    request('a').fail(new UploadError('Storage limit exceeded'));
    await settled();
    expect(state()).toMatchObject({ step: 'stopped', problem: 'Storage limit exceeded' });
    expect(steps()).toEqual(['a failed', 'b waiting']);
    batch.retry();
    expect(state()).toMatchObject({ step: 'sending', problem: null });
    request('a').arrive();
    await settled();
    request('b').arrive();
    await settled();
    await settled();
    expect(sent()).toEqual(['a', 'a', 'b']);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('continues without a file that is cancelled during its upload', async () => {
    const { batch, sent, request, steps } = batchOf('a', 'b');
    void batch.run();
    batch.remove(0);
    await settled();
    expect(request('a').signal.aborted).toBe(true);
    expect(sent()).toEqual(['a', 'b']);
    expect(steps()).toEqual(['b sending']);
  });

  it('continues without a failed file once it is cancelled', async () => {
    const { batch, done, request, sent } = batchOf('a', 'b');
    void batch.run();
    request('a').fail(new Error('unexpected'));
    await settled();
    batch.remove(0);
    expect(sent()).toEqual(['a', 'b']);
    request('b').arrive();
    await settled();
    await settled();
    expect(done).toHaveBeenCalledWith(expect.objectContaining({ id: 'id of b' }));
  });

  it('keeps uploaded files when the rest is cancelled', async () => {
    const { batch, done, request } = batchOf('a', 'b', 'c');
    void batch.run();
    request('a').arrive();
    await settled();
    batch.cancel();
    await settled();
    await settled();
    expect(request('b').signal.aborted).toBe(true);
    expect(done).toHaveBeenCalledWith({ id: 'id of a', files: [expect.anything()] });
  });

  it('ends without files when all are cancelled', async () => {
    const { batch, done, state } = batchOf('a');
    void batch.run();
    batch.cancel();
    await settled();
    expect(state()).toBeNull();
    expect(done).not.toHaveBeenCalled();
  });

  it('reports nothing after its end', async () => {
    const { batch, done, request, sent, state } = batchOf('a', 'b');
    void batch.run();
    const before = state();
    batch.end();
    await settled();
    expect(request('a').signal.aborted).toBe(true);
    expect(sent()).toEqual(['a']);
    expect(state()).toBe(before);
    expect(done).not.toHaveBeenCalled();
  });
});
