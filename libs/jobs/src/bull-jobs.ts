import { type Clock, type Logger, RepeatedReasons } from '@waybill/service-kit';
import type { JobsOptions } from 'bullmq';
import type { z } from 'zod';
import { encodeContext } from './job-context.js';
import type { JobQueue, JobsBackend } from './jobs-backend.js';
import { type AddOptions, type JobDefinition, Jobs } from './jobs.js';
import type { Schedules } from './schedules.js';

/** Retention of ended jobs, for inspection: the latest ones, for a week at most. */
const WEEK_SECONDS = 7 * 24 * 60 * 60;
const KEEP_COMPLETED = { count: 20, age: WEEK_SECONDS };
const KEEP_FAILED = { count: 100, age: WEEK_SECONDS };
const KEEP_EVENTS = 100;

/** Jobs in BullMQ queues, one queue per kind of job. */
export class BullJobs extends Jobs {
  /** Shared by all queues: an outage ends all of their connections. */
  private readonly reasons = new RepeatedReasons();
  private closed = false;
  private readonly queues = new Map<string, JobQueue>();

  constructor(
    private readonly backend: JobsBackend,
    private readonly clock: Clock,
    private readonly schedules: Schedules,
    private readonly logger: Logger,
  ) {
    super();
  }

  async add<S extends z.ZodType>(
    job: JobDefinition<S>,
    data: z.infer<S>,
    { id, runAt }: AddOptions = {},
  ): Promise<void> {
    const delay = runAt ? Math.max(0, runAt.getTime() - this.clock.now().getTime()) : 0;
    await this.queue(job).add(job.name, job.data.parse(data), {
      ...optionsOf(job),
      telemetry: { metadata: encodeContext() },
      delay,
      // Deduplicate instead of setting the BullMQ job id: the id of an ended job stays taken for as long as the job is
      // retained. A job that is added while another one with its id runs is performed afterwards, because the running
      // one may have read the rows already.
      ...(id !== undefined && { deduplication: { id, keepLastIfActive: true } }),
    });
  }

  async remove(job: JobDefinition, id: string): Promise<void> {
    const queue = this.queue(job);
    const jobId = await queue.getDeduplicationJobId(id);
    if (jobId) await queue.remove(jobId);
  }

  async every<S extends z.ZodType>(
    job: JobDefinition<S>,
    intervalMs: number,
    data: z.infer<S>,
  ): Promise<void> {
    await this.schedules.create({
      queue: this.queue(job),
      name: job.name,
      intervalMs,
      data: job.data.parse(data),
      options: optionsOf(job),
    });
  }

  /** Number of jobs of one kind in each state. Rejects while the backend is unavailable. */
  async counts(job: JobDefinition): Promise<Record<string, number>> {
    return this.queue(job).getJobCounts('waiting', 'active', 'delayed', 'failed');
  }

  async close(): Promise<void> {
    this.closed = true;
    this.schedules.close();
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private queue({ name }: JobDefinition): JobQueue {
    const existing = this.queues.get(name);
    if (existing) return existing;
    const queue = this.backend.queue(name, { streams: { events: { maxLen: KEEP_EVENTS } } });
    queue.on('error', (error) => {
      if (this.closed || !this.reasons.isNew(error)) return;
      this.logger.warn({ err: error, job: name }, 'Job queue failed');
    });
    this.queues.set(name, queue);
    return queue;
  }
}

function optionsOf(job: JobDefinition): JobsOptions {
  return {
    attempts: job.attempts,
    backoff: { type: 'exponential', delay: job.backoffMs, jitter: 0.25 },
    removeOnComplete: KEEP_COMPLETED,
    removeOnFail: KEEP_FAILED,
  };
}
