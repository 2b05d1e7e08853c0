/** Longest time between a message and its confirm. */
const SILENCE_MS = 2000;

/**
 * Notices that a queue takes no messages of a channel any more. A channel that has met the loss of a quorum queue's leader
 * can lose or refuse all later messages to that queue, though the queue has a new leader.
 */
export class ConfirmWatch {
  /** In the order of sending. */
  private readonly unconfirmed = new Set<{ readonly sentAt: number }>();
  private timer: NodeJS.Timeout | undefined;

  /** @param onFailure called for each refused message, and again after each further `SILENCE_MS` without a confirm */
  constructor(private readonly onFailure: () => void) {}

  /** @returns to be called with the result of the message */
  sent(): (error: unknown) => void {
    const message = { sentAt: Date.now() };
    this.unconfirmed.add(message);
    this.checkIn(SILENCE_MS);
    return (error) => {
      // Not after `stop`: then the channel is closed.
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
