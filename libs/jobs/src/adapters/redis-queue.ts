import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JobQueue } from '../jobs-backend.js';

type Schedule = Parameters<Queue['upsertJobScheduler']>;

/**
 * A queue whose callers do not wait for a Redis that is away, and whose schedules come back when Redis lost them.
 * A job is a hint: one that cannot be given now is found by a sweep, and the sweeps are what schedules run.
 */
export class RedisQueue implements JobQueue {
  private readonly schedules = new Map<string, Schedule>();
  private readonly restoring: NodeJS.Timeout;

  constructor(
    private readonly queue: Queue,
    private readonly redis: Redis,
    private readonly answerMs: number,
    restoreEveryMs: number,
  ) {
    this.restoring = setInterval(() => void this.restore(), restoreEveryMs).unref();
  }

  readonly add: JobQueue['add'] = (...job) => this.soon(() => this.queue.add(...job));

  readonly remove: JobQueue['remove'] = (...job) => this.soon(() => this.queue.remove(...job));

  readonly getDeduplicationJobId: JobQueue['getDeduplicationJobId'] = (id) =>
    this.soon(() => this.queue.getDeduplicationJobId(id));

  readonly getJobCounts: JobQueue['getJobCounts'] = (...states) =>
    this.soon(() => this.queue.getJobCounts(...states));

  readonly upsertJobScheduler: JobQueue['upsertJobScheduler'] = (...schedule) => {
    this.schedules.set(schedule[0], schedule);
    return this.soon(() => this.queue.upsertJobScheduler(...schedule));
  };

  on(event: 'error', listener: (error: Error) => void): unknown {
    return this.queue.on(event, listener);
  }

  async close(): Promise<void> {
    clearInterval(this.restoring);
    await this.queue.close();
  }

  private async restore(): Promise<void> {
    try {
      for (const [id, schedule] of this.schedules) {
        const known = await this.soon(() => this.queue.getJobScheduler(id));
        if (!known) await this.soon(() => this.queue.upsertJobScheduler(...schedule));
      }
    } catch (error) {
      if (this.redis.status === 'ready') this.queue.emit('error', error as Error);
    }
  }

  /** BullMQ itself would wait until Redis is back, however long that takes. */
  private async soon<T>(work: () => Promise<T>): Promise<T> {
    if (this.redis.status !== 'ready') throw new Error('Redis is away');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('Redis did not answer')), this.answerMs);
    });
    try {
      return await Promise.race([work(), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
