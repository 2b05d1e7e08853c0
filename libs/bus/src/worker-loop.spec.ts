import { WorkerLoop } from './worker-loop.js';

describe('WorkerLoop', () => {
  it('takes turns until one of them finds no work', async () => {
    const turns = [true, true, false];
    let taken = 0;
    const loop = new WorkerLoop(() => Promise.resolve(turns[taken++] ?? false), fail);
    loop.wake();
    await loop.stop(1000);
    expect(taken).toBe(3);
  });

  it('takes one more turn after any number of wake-ups during a turn', async () => {
    let taken = 0;
    const loop = new WorkerLoop(() => {
      if (++taken === 1) for (let n = 0; n < 5; n++) loop.wake();
      return Promise.resolve(false);
    }, fail);
    loop.wake();
    await loop.stop(1000);
    expect(taken).toBe(2);
  });

  it('reports a failed turn and takes the next one after a wake-up', async () => {
    const failures: unknown[] = [];
    let taken = 0;
    const loop = new WorkerLoop(
      () => (++taken === 1 ? Promise.reject(new Error('failed')) : Promise.resolve(false)),
      (error) => {
        failures.push(error);
        loop.wake();
      },
    );
    loop.wake();
    await loop.stop(1000);
    expect(taken).toBe(2);
    expect(failures).toEqual([new Error('failed')]);
  });

  it('begins no turn after it was stopped', async () => {
    let taken = 0;
    const loop = new WorkerLoop(() => {
      taken++;
      return Promise.resolve(true);
    }, fail);
    loop.wake();
    await loop.stop();
    loop.wake();
    expect(taken).toBe(1);
  });

  describe('with an interval', () => {
    const LONG_MS = 60_000;

    it('gathers wake-ups until the interval after a turn without more work is over', async () => {
      const begun: number[] = [];
      const loop = new WorkerLoop(
        () => {
          begun.push(performance.now());
          return Promise.resolve(false);
        },
        fail,
        30,
      );
      while (begun.length < 2) {
        loop.wake();
        await nextTurn();
      }
      await loop.stop();
      const [first = 0, second = 0] = begun;
      // The interval begins a little before the turn, and timers fire early.
      expect(second - first).toBeGreaterThanOrEqual(20);
    });

    it('does not wait for its end after a turn with more work', async () => {
      let taken = 0;
      const loop = new WorkerLoop(() => Promise.resolve(++taken < 2), fail, LONG_MS);
      loop.wake();
      await nextTurn();
      expect(taken).toBe(2);
      await loop.stop();
    });

    it.each([
      ['wakeNow', (loop: WorkerLoop) => loop.wakeNow()],
      ['stop with time left', (loop: WorkerLoop) => void loop.stop(1000)],
    ])('does not wait for its end after %s', async (_, hurry) => {
      let taken = 0;
      const loop = new WorkerLoop(() => Promise.resolve(++taken < 0), fail, LONG_MS);
      loop.wake();
      await nextTurn();
      loop.wake();
      await nextTurn();
      expect(taken).toBe(1);
      hurry(loop);
      await nextTurn();
      expect(taken).toBe(2);
      await loop.stop();
    });
  });
});

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function fail(error: unknown): never {
  throw error;
}
