/**
 * Runs `turn` again and again while it finds something to do, one at a time, when nudged.
 * A nudge during a turn is not lost: it brings another turn.
 */
export class Pump {
  private running = false;
  private ended: Promise<void> = Promise.resolve();
  private nudged = false;
  /** Milliseconds since the epoch; no turn begins after it. */
  private stopAt = Infinity;

  constructor(
    /** True when there may be more to do. */
    private readonly turn: () => Promise<boolean>,
    private readonly failed: (error: unknown) => void,
  ) {}

  nudge(): void {
    this.nudged = true;
    if (this.running) return;
    this.running = true;
    this.ended = this.run();
  }

  /** Resolves when the last turn has ended; turns go on for at most `graceMs` while there is something to do. */
  async stop(graceMs = 0): Promise<void> {
    this.stopAt = Date.now() + graceMs;
    await this.ended;
  }

  private async run(): Promise<void> {
    while (this.nudged && Date.now() < this.stopAt) {
      this.nudged = false;
      try {
        if (await this.turn()) this.nudged = true;
      } catch (error) {
        this.failed(error);
      }
    }
    this.running = false;
  }
}
