import pino from 'pino';
import { PeriodicSweep } from './periodic-sweep.js';

/** Each run lasts until the test ends it. */
class SlowSweep extends PeriodicSweep {
  readonly ends: (() => void)[] = [];

  constructor() {
    super('failed', pino({ enabled: false }));
  }

  sweep(): Promise<void> {
    return new Promise((resolve) => this.ends.push(resolve));
  }

  /** Ends the run in progress, and waits until the next one has started if one waits. */
  async endRun(): Promise<void> {
    this.ends.at(-1)?.();
    await new Promise(setImmediate);
  }
}

async function startedSweep(): Promise<SlowSweep> {
  const sweep = new SlowSweep();
  sweep.wake();
  await new Promise(setImmediate);
  return sweep;
}

class FailingSweep extends PeriodicSweep {
  runs = 0;

  sweep(): Promise<void> {
    this.runs += 1;
    return Promise.reject(new Error('refused'));
  }
}

describe('PeriodicSweep', () => {
  it('logs a failure that repeats once', async () => {
    const logger = pino({ enabled: false });
    const error = jest.spyOn(logger, 'error').mockReturnValue(undefined);
    const sweep = new FailingSweep('Sweeping failed', logger);
    for (let runs = 1; runs <= 3; runs += 1) {
      sweep.wake();
      await new Promise(setImmediate);
    }
    expect(sweep.runs).toBe(3);
    expect(error.mock.calls).toEqual([[{ err: new Error('refused') }, 'Sweeping failed']]);
  });

  it('runs once more after the run in progress, however often it is woken meanwhile', async () => {
    const sweep = await startedSweep();
    for (let times = 0; times < 100; times += 1) sweep.wake();

    await sweep.endRun();
    expect(sweep.ends).toHaveLength(2);
    await sweep.endRun();
    expect(sweep.ends).toHaveLength(2);
  });

  it('starts no further run while the process shuts down', async () => {
    const sweep = await startedSweep();
    sweep.wake();
    const destroyed = sweep.onModuleDestroy();

    await sweep.endRun();
    await destroyed;
    expect(sweep.ends).toHaveLength(1);
  });
});
