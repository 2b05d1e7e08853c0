import { withTimeout } from '@waybill/service-kit';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JobQueue } from '../jobs-backend.js';

/**
 * A queue that fails immediately while Redis is unavailable. A job that cannot be enqueued is not lost: the scheduled
 * sweeps find the work in the database.
 */
export class RedisQueue implements JobQueue {
  constructor(
    private readonly queue: Queue,
    private readonly redis: Redis,
    private readonly replyTimeoutMs: number,
  ) {}

  readonly add: JobQueue['add'] = (...job) => this.withReplyTimeout(() => this.queue.add(...job));

  readonly remove: JobQueue['remove'] = (...job) => this.withReplyTimeout(() => this.queue.remove(...job));

  readonly getDeduplicationJobId: JobQueue['getDeduplicationJobId'] = (id) =>
    this.withReplyTimeout(() => this.queue.getDeduplicationJobId(id));

  readonly getJobScheduler: JobQueue['getJobScheduler'] = (id) =>
    this.withReplyTimeout(() => this.queue.getJobScheduler(id));

  readonly getJobCounts: JobQueue['getJobCounts'] = (...states) =>
    this.withReplyTimeout(() => this.queue.getJobCounts(...states));

  readonly upsertJobScheduler: JobQueue['upsertJobScheduler'] = (...schedule) =>
    this.withReplyTimeout(() => this.queue.upsertJobScheduler(...schedule));

  on(event: 'error', listener: (error: Error) => void): unknown {
    return this.queue.on(event, listener);
  }

  close(): Promise<void> {
    return this.queue.close();
  }

  /** Limits the wait for Redis. BullMQ itself would wait without limit. */
  private async withReplyTimeout<T>(work: () => Promise<T>): Promise<T> {
    if (this.redis.status !== 'ready') throw new Error('Redis is unavailable');
    return withTimeout(this.replyTimeoutMs, work(), () => new Error('Redis did not reply in time'));
  }
}
