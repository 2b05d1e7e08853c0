import { RepeatedReasons } from '@waybill/service-kit';

/**
 * Calls `iterate` repeatedly while it finds work, one call at a time. `wake` starts the loop when it is idle.
 * A wake-up during an iteration is not lost: it causes one more iteration.
 */
export class WorkerLoop {
  private readonly reasons = new RepeatedReasons();
  private isRunning = false;
  private ended: Promise<void> = Promise.resolve();
  private isWoken = false;
  /** Milliseconds since the epoch; no iteration begins after it. */
  private stopAt = Infinity;
  private endPause: () => void = () => undefined;

  constructor(
    /** Resolves to true when there may be more work. */
    private readonly iterate: () => Promise<boolean>,
    /** Logs a failed iteration. Called once in ten seconds for the same reason. */
    private readonly onError: (error: unknown) => void,
    /**
     * Debounce, in milliseconds: minimum time from the start of an iteration that left no work until the next
     * iteration.
     */
    private readonly intervalMs = 0,
  ) {}

  wake(): void {
    this.isWoken = true;
    if (this.isRunning) return;
    this.isRunning = true;
    this.ended = this.run();
  }

  /** Like `wake`, but skips the rest of the interval. */
  wakeNow(): void {
    this.wake();
    this.endPause();
  }

  /** Resolves when the last iteration has ended. While there is work, new iterations begin for at most `graceMs`. */
  async stop(graceMs = 0): Promise<void> {
    this.stopAt = Date.now() + graceMs;
    this.endPause();
    await this.ended;
  }

  private async run(): Promise<void> {
    while (this.isWoken && Date.now() < this.stopAt) {
      this.isWoken = false;
      const nextAt = performance.now() + this.intervalMs;
      let hasMore = false;
      try {
        hasMore = await this.iterate();
      } catch (error) {
        if (this.reasons.isNew(error)) this.onError(error);
      }
      if (hasMore) this.isWoken = true;
      else await this.pause(nextAt - performance.now());
    }
    this.isRunning = false;
  }

  private async pause(ms: number): Promise<void> {
    if (ms <= 0 || this.stopAt !== Infinity) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
