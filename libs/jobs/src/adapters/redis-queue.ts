import { withTimeout } from '@waybill/service-kit';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JobQueue } from '../jobs-backend.js';

type Schedule = Parameters<Queue['upsertJobScheduler']>;

/**
 * A queue that fails immediately while Redis is unavailable, and restores its schedules when Redis has lost them.
 * A job that cannot be enqueued is not lost: the scheduled sweeps find the work in the database.
 */
export class RedisQueue implements JobQueue {
  private readonly schedules = new Map<string, Schedule>();
  private readonly restoreTimer: NodeJS.Timeout;

  constructor(
    private readonly queue: Queue,
    private readonly redis: Redis,
    private readonly replyTimeoutMs: number,
    restoreEveryMs: number,
  ) {
    this.restoreTimer = setInterval(() => void this.restoreSchedules(), restoreEveryMs).unref();
  }

  readonly add: JobQueue['add'] = (...job) => this.withReplyTimeout(() => this.queue.add(...job));

  readonly remove: JobQueue['remove'] = (...job) => this.withReplyTimeout(() => this.queue.remove(...job));

  readonly getDeduplicationJobId: JobQueue['getDeduplicationJobId'] = (id) =>
    this.withReplyTimeout(() => this.queue.getDeduplicationJobId(id));

  readonly getJobScheduler: JobQueue['getJobScheduler'] = (id) =>
    this.withReplyTimeout(() => this.queue.getJobScheduler(id));

  readonly getJobCounts: JobQueue['getJobCounts'] = (...states) =>
    this.withReplyTimeout(() => this.queue.getJobCounts(...states));

  readonly upsertJobScheduler: JobQueue['upsertJobScheduler'] = (...schedule) => {
    this.schedules.set(schedule[0], schedule);
    return this.withReplyTimeout(() => this.queue.upsertJobScheduler(...schedule));
  };

  on(event: 'error', listener: (error: Error) => void): unknown {
    return this.queue.on(event, listener);
  }

  async close(): Promise<void> {
    clearInterval(this.restoreTimer);
    await this.queue.close();
  }

  private async restoreSchedules(): Promise<void> {
    try {
      for (const [id, schedule] of this.schedules) {
        const existing = await this.withReplyTimeout(() => this.queue.getJobScheduler(id));
        if (!existing) await this.withReplyTimeout(() => this.queue.upsertJobScheduler(...schedule));
      }
    } catch (error) {
      if (this.redis.status === 'ready') this.queue.emit('error', error as Error);
    }
  }

  /** Limits the wait for Redis. BullMQ itself would wait without limit. */
  private async withReplyTimeout<T>(work: () => Promise<T>): Promise<T> {
    if (this.redis.status !== 'ready') throw new Error('Redis is unavailable');
    return withTimeout(this.replyTimeoutMs, work(), () => new Error('Redis did not reply in time'));
  }
}
