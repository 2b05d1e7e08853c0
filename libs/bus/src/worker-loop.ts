/**
 * Calls `turn` repeatedly while it finds work, one call at a time. `wake` starts the loop when it is idle.
 * A wake-up during a turn is not lost: it causes one more turn.
 */
export class WorkerLoop {
  private isRunning = false;
  private ended: Promise<void> = Promise.resolve();
  private isWoken = false;
  /** Milliseconds since the epoch; no turn begins after it. */
  private stopAt = Infinity;

  constructor(
    /** Resolves to true when there may be more work. */
    private readonly turn: () => Promise<boolean>,
    private readonly onError: (error: unknown) => void,
  ) {}

  wake(): void {
    this.isWoken = true;
    if (this.isRunning) return;
    this.isRunning = true;
    this.ended = this.run();
  }

  /** Resolves when the last turn has ended. New turns begin for at most `graceMs` while there is work. */
  async stop(graceMs = 0): Promise<void> {
    this.stopAt = Date.now() + graceMs;
    await this.ended;
  }

  private async run(): Promise<void> {
    while (this.isWoken && Date.now() < this.stopAt) {
      this.isWoken = false;
      try {
        if (await this.turn()) this.isWoken = true;
      } catch (error) {
        this.onError(error);
      }
    }
    this.isRunning = false;
  }
}
