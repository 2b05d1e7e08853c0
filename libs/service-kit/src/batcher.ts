interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (output: O) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions<I, O> {
  readonly maxSize: number;
  /** Performs a batch as a whole. @returns one output per item, in their order */
  readonly perform: (items: readonly I[]) => Promise<readonly O[]>;
  /**
   * Maximum time in ms to wait until a batch has as many calls as the previous one. Default: 0, no wait. Worth it where
   * each batch costs much more than each call, such as a transaction.
   */
  readonly gatherMs?: number;
  /** Whether a failure concerns every item alike, such as an unavailable server. Then the batch is not split. */
  readonly isCommonFailure?: (error: unknown) => boolean;
}

/**
 * Group commit: calls that arrive while a batch is performed are performed together in the next one, in their order. A
 * call without concurrent ones does not wait, except for a few batches after concurrent calls have ended. When a batch
 * fails, its halves are tried again, so that one bad item fails alone.
 */
export class Batcher<I, O> {
  private readonly waiting: Waiting<I, O>[] = [];
  private isRunning = false;
  /** Number of calls that the next batch waits for. */
  private expected = 1;
  private onGathered: () => void = () => undefined;

  constructor(private readonly options: BatcherOptions<I, O>) {}

  /** Resolves once the batch of `item` has been performed. */
  add(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.waiting.length >= this.expected) this.onGathered();
      if (this.isRunning) return;
      this.isRunning = true;
      // Calls of the same turn of the event loop share a batch.
      setImmediate(() => void this.run());
    });
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      await this.gather();
      const batch = this.waiting.splice(0, this.options.maxSize);
      // Halve it at most: one small batch does not end the waiting, and a caller that remains alone soon stops waiting.
      this.expected = Math.max(batch.length, this.expected >> 1);
      await this.perform(batch);
    }
    this.isRunning = false;
  }

  /** Waits until as many calls have arrived as are expected, for `gatherMs` at most. */
  private gather(): Promise<void> {
    const { gatherMs = 0 } = this.options;
    if (gatherMs === 0 || this.waiting.length >= this.expected) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, gatherMs);
      this.onGathered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async perform(batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const outputs = await this.options.perform(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as O);
    } catch (error) {
      if (batch.length === 1 || this.options.isCommonFailure?.(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const middle = batch.length >> 1;
      await this.perform(batch.slice(0, middle));
      await this.perform(batch.slice(middle));
    }
  }
}
