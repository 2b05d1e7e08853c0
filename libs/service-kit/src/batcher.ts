interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (output: O) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions<I, O> {
  readonly maxSize: number;
  /** Performs a batch as a whole. @returns one output per item, in their order */
  readonly perform: (items: readonly I[]) => Promise<readonly O[]>;
  /** Whether a failure concerns every item alike, such as an unavailable server. Then no item is tried alone. */
  readonly isCommonFailure?: (error: unknown) => boolean;
}

/**
 * Group commit: calls that arrive while a batch is performed are performed together in the next one, in their order. A
 * call alone waits for nothing. When a batch fails, its halves are tried again, so that one bad item fails alone.
 */
export class Batcher<I, O> {
  private readonly waiting: Waiting<I, O>[] = [];
  private isRunning = false;

  constructor(private readonly options: BatcherOptions<I, O>) {}

  /** Resolves once the batch of `item` has been performed. */
  add(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.isRunning) return;
      this.isRunning = true;
      // Calls of the same turn of the event loop share a batch.
      setImmediate(() => void this.run());
    });
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) await this.perform(this.waiting.splice(0, this.options.maxSize));
    this.isRunning = false;
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
