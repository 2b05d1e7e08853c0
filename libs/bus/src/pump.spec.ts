import { Pump } from './pump.js';

describe('a pump', () => {
  it('takes turns until one finds nothing more', async () => {
    const turns = [true, true, false];
    let taken = 0;
    const pump = new Pump(() => Promise.resolve(turns[taken++] ?? false), fail);
    pump.nudge();
    await pump.stop(1000);
    expect(taken).toBe(3);
  });

  it('takes one more turn for any number of nudges during a turn', async () => {
    let taken = 0;
    const pump = new Pump(() => {
      if (++taken === 1) for (let n = 0; n < 5; n++) pump.nudge();
      return Promise.resolve(false);
    }, fail);
    pump.nudge();
    await pump.stop(1000);
    expect(taken).toBe(2);
  });

  it('reports a turn that fails and takes the next one when nudged again', async () => {
    const failures: unknown[] = [];
    let taken = 0;
    const pump = new Pump(
      () => (++taken === 1 ? Promise.reject(new Error('away')) : Promise.resolve(false)),
      (error) => {
        failures.push(error);
        pump.nudge();
      },
    );
    pump.nudge();
    await pump.stop(1000);
    expect(taken).toBe(2);
    expect(failures).toEqual([new Error('away')]);
  });

  it('begins no turn once it has stopped', async () => {
    let taken = 0;
    const pump = new Pump(() => {
      taken++;
      return Promise.resolve(true);
    }, fail);
    pump.nudge();
    await pump.stop();
    pump.nudge();
    expect(taken).toBe(1);
  });
});

function fail(error: unknown): never {
  throw error;
}
