import { AppError } from '@waybill/contracts';

interface RunningAppend {
  readonly superseded: AbortController;
  readonly ended: Promise<unknown>;
}

/**
 * Lets one append to a file run at a time: a newer one aborts the older one and waits for its end. The lease of an
 * upload prevents concurrent appends, but after the machine has slept, a request of before may still have to learn that
 * it lost its lease.
 */
export class LatestAppends {
  private readonly running = new Map<string, RunningAppend>();

  /**
   * @param signal of the caller
   * @param append is called with a signal that also fires when a newer append begins
   * @throws AppError `server.unavailable` for the older append
   */
  async run<T>(
    key: string,
    signal: AbortSignal | undefined,
    append: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const older = this.running.get(key);
    older?.superseded.abort(new AppError('server.unavailable'));
    const superseded = new AbortController();
    const either = AbortSignal.any([superseded.signal, ...(signal ? [signal] : [])]);
    const result = older ? older.ended.then(() => append(either)) : append(either);
    const current = { superseded, ended: result.catch(() => undefined) };
    this.running.set(key, current);
    try {
      return await result;
    } finally {
      if (this.running.get(key) === current) this.running.delete(key);
    }
  }
}
