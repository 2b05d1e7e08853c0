const QUIET_MS = 10_000;

/** Limits the log lines of a task that is tried again every second or so: one in ten seconds for the same reason. */
export class RepeatedReasons {
  private reason: string | undefined;
  private quietUntil = 0;

  /** Whether to log the error: its reason differs from the last one, or that was logged ten seconds ago. */
  isNew(error: unknown): boolean {
    const now = performance.now();
    const reason = String(error);
    if (reason === this.reason && now < this.quietUntil) return false;
    this.reason = reason;
    this.quietUntil = now + QUIET_MS;
    return true;
  }
}
