/** Time after which a missing confirm counts as a failure, in milliseconds. */
const SILENCE_MS = 2000;

/**
 * Detects that a queue no longer takes messages of a channel. A channel that published while a quorum queue lost its
 * leader can lose or refuse all later messages to that queue, even after a new leader was elected.
 */
export class ConfirmWatch {
  /** Messages without a confirm, in the order of sending. */
  private readonly unconfirmed = new Set<{ readonly sentAt: number }>();
  private timer: NodeJS.Timeout | undefined;

  /** @param onFailure called for each refused message, and again after each further `SILENCE_MS` without a confirm */
  constructor(private readonly onFailure: () => void) {}

  /** @returns callback for the result of the message: an error, or null when it was confirmed */
  sent(): (error: unknown) => void {
    const message = { sentAt: Date.now() };
    this.unconfirmed.add(message);
    this.checkIn(SILENCE_MS);
    return (error) => {
      // After `stop` the set is empty, and no failure is reported.
      if (this.unconfirmed.delete(message) && error) this.onFailure();
    };
  }

  stop(): void {
    clearTimeout(this.timer);
    this.unconfirmed.clear();
  }

  private checkIn(ms: number): void {
    this.timer ??= setTimeout(() => this.check(), ms).unref();
  }

  private check(): void {
    this.timer = undefined;
    const [oldest] = this.unconfirmed;
    if (!oldest) return;
    const restMs = SILENCE_MS - (Date.now() - oldest.sentAt);
    this.checkIn(restMs > 0 ? restMs : SILENCE_MS);
    if (restMs <= 0) this.onFailure();
  }
}
