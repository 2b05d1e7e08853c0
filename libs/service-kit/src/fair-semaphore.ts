export interface FairSemaphoreOptions {
  /** Tasks that run at once. */
  readonly permits: number;
  /** Tasks that may wait, of all keys together. */
  readonly maxWaiting: number;
}

/** Place of a task in the queue. */
export interface WaitOptions {
  /** Keys take turns, so that many tasks of one delay those of another by one task at most. */
  readonly key: string;
  /** Tasks of this key that may wait. */
  readonly maxWaiting: number;
  /** Milliseconds since the epoch. A task whose turn comes later is dropped. */
  readonly deadline?: number | undefined;
}

/** Why a task did not run: too many of its key wait, too many wait in total, or its deadline has passed. */
export type WaitRefusal = 'key-full' | 'full' | 'late';

export class WaitRefusedError extends Error {
  constructor(readonly reason: WaitRefusal) {
    super(`The task was not run: ${reason}`);
    this.name = 'WaitRefusedError';
  }
}

interface Waiter {
  readonly deadline: number;
  start(): void;
  refuse(error: WaitRefusedError): void;
}

/** Runs at most `permits` tasks at once. Tasks of one key run in the order of their calls, and keys take turns. */
export class FairSemaphore {
  /** Waiting tasks of each key, in the order of the keys' turns. No queue is empty. */
  private readonly queues = new Map<string, Waiter[]>();
  private readonly maxWaiting: number;
  private free: number;
  private waiting = 0;

  constructor({ permits, maxWaiting }: FairSemaphoreOptions) {
    this.free = permits;
    this.maxWaiting = maxWaiting;
  }

  /** @throws WaitRefusedError if the task does not run */
  async run<T>(options: WaitOptions, work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await this.turn(options);
    try {
      return await work();
    } finally {
      const next = this.next();
      if (next) next.start();
      else this.free += 1;
    }
  }

  private turn({ key, maxWaiting, deadline = Infinity }: WaitOptions): Promise<void> {
    return new Promise((start, refuse) => {
      const queue = this.queues.get(key) ?? [];
      if (queue.length >= maxWaiting) throw new WaitRefusedError('key-full');
      if (this.waiting >= this.maxWaiting) this.makeRoom(queue.length);
      queue.push({ deadline, start, refuse });
      this.queues.set(key, queue);
      this.waiting += 1;
    });
  }

  /**
   * Drops the last task of the key with the most, unless that leaves it fewer than the newcomer's key will have.
   * @param length waiting tasks of the newcomer's key
   */
  private makeRoom(length: number): void {
    const longest = [...this.queues.values()].reduce((most, queue) =>
      queue.length > most.length ? queue : most,
    );
    const last = longest.length > length + 1 ? longest.pop() : undefined;
    if (!last) throw new WaitRefusedError('full');
    this.waiting -= 1;
    last.refuse(new WaitRefusedError('full'));
  }

  private next(): Waiter | undefined {
    for (const [key, queue] of this.queues) {
      const waiter = queue.shift();
      this.waiting -= 1;
      // Moves the key behind all others. The loop comes to it again if theirs are late.
      this.queues.delete(key);
      if (queue.length > 0) this.queues.set(key, queue);
      if (waiter && waiter.deadline > Date.now()) return waiter;
      waiter?.refuse(new WaitRefusedError('late'));
    }
    return undefined;
  }
}
