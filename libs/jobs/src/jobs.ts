import type { z } from 'zod';

/** A kind of background work, declared once. */
export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  /** `<service>.<verb>-<noun>`; also the queue's name. */
  readonly name: string;
  readonly data: S;
  /** Tries in all, with exponential back-off from `backoffMs`. */
  readonly attempts: number;
  readonly backoffMs: number;
  /** Jobs of this kind at once in one process. */
  readonly concurrency: number;
}

export interface AddOptions {
  /** At most one waiting job with this id: adding it again changes nothing. */
  readonly id?: string;
  /** Not before this time. */
  readonly runAt?: Date;
}

/** Jobs are hints, rows are truth: any job may run twice, or be rebuilt by a sweep. */
export abstract class Jobs {
  abstract add<S extends z.ZodType>(
    job: JobDefinition<S>,
    data: z.infer<S>,
    options?: AddOptions,
  ): Promise<void>;

  /** Takes back a job that waits; a running one goes on. Idempotent. */
  abstract remove(job: JobDefinition, id: string): Promise<void>;

  /** Runs `job` again and again, once per interval whatever the number of replicas. */
  abstract every<S extends z.ZodType>(
    job: JobDefinition<S>,
    intervalMs: number,
    data: z.infer<S>,
  ): Promise<void>;
}

export function defineJob<S extends z.ZodType>(definition: JobDefinition<S>): JobDefinition<S> {
  return definition;
}
