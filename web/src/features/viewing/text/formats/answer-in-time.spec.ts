import { answerInTime } from './answer-in-time.js';

/** A worker that answers when the test says so. */
class ManualWorker {
  onmessage: (event: { data: unknown }) => void = () => undefined;
  onerror: (event: { preventDefault: () => void }) => void = () => undefined;
  readonly postMessage = jest.fn();
  readonly terminate = jest.fn();
}

function ask() {
  const worker = new ManualWorker();
  const leaving = new AbortController();
  const answer = answerInTime<string>(() => worker as unknown as Worker, 'text', leaving.signal);
  return { worker, answer, leave: () => leaving.abort() };
}

describe('answerInTime', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('returns the answer of a worker, and ends it', async () => {
    const { worker, answer } = ask();
    worker.onmessage({ data: 'loaded' });
    expect(worker.postMessage).toHaveBeenCalledWith('text');
    worker.onmessage({ data: { answer: 'html' } });
    await expect(answer).resolves.toBe('html');
    expect(worker.terminate).toHaveBeenCalled();
  });

  it('ends a worker that has not answered two seconds after it was loaded', async () => {
    const { worker, answer } = ask();
    jest.advanceTimersByTime(60_000);
    worker.onmessage({ data: 'loaded' });
    jest.advanceTimersByTime(1_999);
    expect(worker.terminate).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(worker.terminate).toHaveBeenCalled();
    await expect(answer).resolves.toBeNull();
  });

  it('has no answer of a worker that does not load', async () => {
    const { worker, answer } = ask();
    worker.onerror({ preventDefault: () => undefined });
    await expect(answer).resolves.toBeNull();
  });

  it('ends a worker whose reader has left', () => {
    const { worker, leave } = ask();
    leave();
    expect(worker.terminate).toHaveBeenCalled();
  });

  it('fails where there are no workers', async () => {
    const start = () => {
      throw new ReferenceError('Worker is not defined');
    };
    await expect(answerInTime(start, 'text', new AbortController().signal)).rejects.toThrow(ReferenceError);
  });
});
