import { WorkerLoop } from './worker-loop.js';

describe('WorkerLoop', () => {
  it('iterates until it finds no work', async () => {
    const results = [true, true, false];
    let iterations = 0;
    const loop = new WorkerLoop(() => Promise.resolve(results[iterations++] ?? false), fail);
    loop.wake();
    await loop.stop(1000);
    expect(iterations).toBe(3);
  });

  it('iterates once more after any number of wake-ups during an iteration', async () => {
    let iterations = 0;
    const loop = new WorkerLoop(() => {
      if (++iterations === 1) for (let n = 0; n < 5; n++) loop.wake();
      return Promise.resolve(false);
    }, fail);
    loop.wake();
    await loop.stop(1000);
    expect(iterations).toBe(2);
  });

  it('reports a failed iteration and begins the next one after a wake-up', async () => {
    const failures: unknown[] = [];
    let iterations = 0;
    const loop = new WorkerLoop(
      () => (++iterations === 1 ? Promise.reject(new Error('failed')) : Promise.resolve(false)),
      (error) => {
        failures.push(error);
        loop.wake();
      },
    );
    loop.wake();
    await loop.stop(1000);
    expect(iterations).toBe(2);
    expect(failures).toEqual([new Error('failed')]);
  });

  it('reports a failure that repeats once, and another one immediately', async () => {
    const failures: unknown[] = [];
    const messages = ['refused', 'refused', 'refused', 'lost'];
    const loop = new WorkerLoop(
      () => {
        const message = messages.shift();
        if (message === undefined) return Promise.resolve(false);
        loop.wake();
        return Promise.reject(new Error(message));
      },
      (error) => failures.push(error),
    );
    loop.wake();
    await loop.stop(1000);
    expect(failures).toEqual([new Error('refused'), new Error('lost')]);
  });

  it('begins no iteration after it was stopped', async () => {
    let iterations = 0;
    const loop = new WorkerLoop(() => {
      iterations++;
      return Promise.resolve(true);
    }, fail);
    loop.wake();
    await loop.stop();
    loop.wake();
    expect(iterations).toBe(1);
  });

  describe('with an interval', () => {
    const LONG_MS = 60_000;

    it('gathers wake-ups until the interval after an iteration without more work is over', async () => {
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
        await nextEventLoopTurn();
      }
      await loop.stop();
      const [first = 0, second = 0] = begun;
      // Allows less than the interval: it begins a little before the iteration, and timers can fire early.
      expect(second - first).toBeGreaterThanOrEqual(20);
    });

    it('does not wait for its end after an iteration with more work', async () => {
      let iterations = 0;
      const loop = new WorkerLoop(() => Promise.resolve(++iterations < 2), fail, LONG_MS);
      loop.wake();
      await nextEventLoopTurn();
      expect(iterations).toBe(2);
      await loop.stop();
    });

    it.each([
      ['wakeNow', (loop: WorkerLoop) => loop.wakeNow()],
      ['stop with time left', (loop: WorkerLoop) => void loop.stop(1000)],
    ])('does not wait for its end after %s', async (_, hurry) => {
      let iterations = 0;
      const loop = new WorkerLoop(() => Promise.resolve(++iterations < 0), fail, LONG_MS);
      loop.wake();
      await nextEventLoopTurn();
      loop.wake();
      await nextEventLoopTurn();
      expect(iterations).toBe(1);
      hurry(loop);
      await nextEventLoopTurn();
      expect(iterations).toBe(2);
      await loop.stop();
    });
  });
});

const nextEventLoopTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function fail(error: unknown): never {
  throw error;
}
