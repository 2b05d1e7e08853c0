import type { z } from 'zod';

/** A kind of background work, declared once. */
export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  /** `<service>.<verb>-<noun>`; also the queue's name. */
  readonly name: string;
  readonly data: S;
  /** Attempts in total, with exponential backoff from `backoffMs`. */
  readonly attempts: number;
  readonly backoffMs: number;
  /** Concurrent jobs of this kind in one process. */
  readonly concurrency: number;
}

export interface AddOptions {
  /** At most one waiting job with this id: adding it again changes nothing. */
  readonly id?: string;
  /** Earliest time to perform it. */
  readonly runAt?: Date;
}

/**
 * Background jobs. The rows in the database decide what is left to do. A job may run twice, or be enqueued again by a
 * sweep, so it must be idempotent.
 */
export abstract class Jobs {
  abstract add<S extends z.ZodType>(
    job: JobDefinition<S>,
    data: z.infer<S>,
    options?: AddOptions,
  ): Promise<void>;

  /** Removes a waiting job. A running one continues. Idempotent. */
  abstract remove(job: JobDefinition, id: string): Promise<void>;

  /** Schedules `job` once per interval, whatever the number of replicas. */
  abstract every<S extends z.ZodType>(
    job: JobDefinition<S>,
    intervalMs: number,
    data: z.infer<S>,
  ): Promise<void>;
}

export function defineJob<S extends z.ZodType>(definition: JobDefinition<S>): JobDefinition<S> {
  return definition;
}
