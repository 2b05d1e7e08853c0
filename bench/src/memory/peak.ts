import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 500;

/** The greatest value that is seen of something that must be asked for it, again and again. */
export class Peak {
  private greatest = 0;
  private readonly ending = new AbortController();
  private watching: Promise<void> = Promise.resolve();

  private constructor(private readonly read: () => Promise<number>) {}

  static async watch(read: () => Promise<number>): Promise<Peak> {
    const peak = new Peak(read);
    await peak.look();
    peak.watching = peak.lookOn();
    // Told of by `end`, if anybody still asks.
    peak.watching.catch(() => undefined);
    return peak;
  }

  /** Looks a last time. @throws what reading threw */
  async end(): Promise<number> {
    this.ending.abort();
    await this.watching;
    await this.look();
    return this.greatest;
  }

  private async lookOn(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      await this.look();
      await sleep(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async look(): Promise<void> {
    this.greatest = Math.max(this.greatest, await this.read());
  }
}
