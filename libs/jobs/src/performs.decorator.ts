import type { z } from 'zod';
import type { JobDefinition } from './jobs.js';

/** A method that does a job. `signal` fires when the process can wait for it no longer. */
export type JobPerformer<S extends z.ZodType> = (data: z.infer<S>, signal: AbortSignal) => Promise<void>;

const PERFORMS = Symbol('performs');

/**
 * Makes a provider's method perform `job`, in processes that work. A method of another type does not compile.
 * What it throws has the job tried again, later and later, as often as its definition says.
 */
export function Performs<S extends z.ZodType>(job: JobDefinition<S>) {
  return <M extends JobPerformer<S>>(
    _target: object,
    _key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    if (descriptor.value) Reflect.defineMetadata(PERFORMS, job, descriptor.value);
  };
}

/** The job that `method` performs, if any. */
export function performedBy(method: object): JobDefinition | undefined {
  return Reflect.getMetadata(PERFORMS, method) as JobDefinition | undefined;
}
