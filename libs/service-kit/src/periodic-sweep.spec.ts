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

describe('PeriodicSweep', () => {
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
