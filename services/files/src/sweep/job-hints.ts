import { Inject, Injectable } from '@nestjs/common';
import { type AddOptions, type JobDefinition, Jobs } from '@waybill/jobs';
import { LOGGER, type Logger } from '@waybill/service-kit';
import type { z } from 'zod';

/**
 * Tells the worker of work, without making anyone wait or fail for it: rows are the truth, and what a
 * lost hint would have started is found by the next sweep (design, rule 8).
 */
@Injectable()
export class JobHints {
  constructor(
    private readonly jobs: Jobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  give<S extends z.ZodType>(job: JobDefinition<S>, data: z.infer<S>, options?: AddOptions): void {
    this.logFailure(job, this.jobs.add(job, data, options));
  }

  /** Replaces the waiting job of this id; `runAt` null only takes it back. */
  move<S extends z.ZodType>(job: JobDefinition<S>, data: z.infer<S>, id: string, runAt: Date | null): void {
    const moved = this.jobs
      .remove(job, id)
      .then(() => (runAt === null ? undefined : this.jobs.add(job, data, { id, runAt })));
    this.logFailure(job, moved);
  }

  private logFailure(job: JobDefinition, work: Promise<void>): void {
    work.catch((error: unknown) => this.logger.warn({ err: error, job: job.name }, 'A job hint was lost'));
  }
}
