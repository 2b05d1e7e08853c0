import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@waybill/service-kit';
import type { z } from 'zod';
import { type AddOptions, type JobDefinition, Jobs } from './jobs.js';

/**
 * Enqueues jobs in the background: a caller neither waits for the queue nor fails with it. A job that is lost is
 * rebuilt from rows by the next sweep (docs/architecture.md, rule 8).
 */
@Injectable()
export class JobScheduler {
  constructor(
    private readonly jobs: Jobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  enqueue<S extends z.ZodType>(job: JobDefinition<S>, data: z.infer<S>, options?: AddOptions): void {
    this.logFailure(job, this.jobs.add(job, data, options));
  }

  /** Replaces the waiting job with this id. `runAt` null removes it. */
  reschedule<S extends z.ZodType>(
    job: JobDefinition<S>,
    data: z.infer<S>,
    id: string,
    runAt: Date | null,
  ): void {
    const rescheduled = this.jobs
      .remove(job, id)
      .then(() => (runAt === null ? undefined : this.jobs.add(job, data, { id, runAt })));
    this.logFailure(job, rescheduled);
  }

  private logFailure(job: JobDefinition, enqueued: Promise<void>): void {
    enqueued.catch((error: unknown) =>
      this.logger.warn({ err: error, job: job.name }, 'Enqueueing a job failed'),
    );
  }
}
