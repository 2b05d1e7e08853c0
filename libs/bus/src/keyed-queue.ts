interface Tail {
  readonly group: string | null;
  /** Settles when the tasks before this group have ended. */
  readonly start: Promise<unknown>;
  /** Settles when the last task of this group has ended. */
  end: Promise<unknown>;
}

/**
 * A mutex for each key: runs tasks of one key one after the other, and tasks of different keys concurrently.
 * Consecutive tasks of one key with the same group are started together, in their order, so that a batcher can perform
 * them as one batch.
 */
export class KeyedQueue {
  /** The last task or group of each key. */
  private readonly tails = new Map<string, Tail>();

  async run<T>(key: string, task: () => Promise<T>, group: string | null = null): Promise<T> {
    const last = this.tails.get(key);
    const isJoining = last !== undefined && group !== null && last.group === group;
    const start = (isJoining ? last.start : last?.end) ?? Promise.resolve();
    const current = start.then(task, task);
    const tail: Tail = isJoining ? last : { group, start, end: Promise.resolve() };
    const end = Promise.allSettled([tail.end, current]);
    tail.end = end;
    this.tails.set(key, tail);
    try {
      return await current;
    } finally {
      if (this.tails.get(key) === tail && tail.end === end) this.tails.delete(key);
    }
  }
}
