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
});

function fail(error: unknown): never {
  throw error;
}
