import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 500;

/** Polls a value and keeps the greatest one. */
export class PeakSampler {
  private greatest = 0;
  private readonly ending = new AbortController();
  private watching: Promise<void> = Promise.resolve();

  private constructor(private readonly read: () => Promise<number>) {}

  static async watch(read: () => Promise<number>): Promise<PeakSampler> {
    const peak = new PeakSampler(read);
    await peak.look();
    peak.watching = peak.lookOn();
    // Reported by `end`. Without this, a failed reading is an unhandled rejection.
    peak.watching.catch(() => undefined);
    return peak;
  }

  /** Takes the last sample. @returns the peak @throws the error of the reading */
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
