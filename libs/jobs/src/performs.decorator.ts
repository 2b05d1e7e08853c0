import type { z } from 'zod';
import type { JobDefinition } from './jobs.js';

/** A method that performs a job. `signal` aborts when the closing process cannot wait any longer. */
export type JobPerformer<S extends z.ZodType> = (data: z.infer<S>, signal: AbortSignal) => Promise<void>;

const PERFORMS = Symbol('performs');

/**
 * Makes a provider's method perform `job`, in processes with workers. A method of another type does not compile.
 * When the method throws, the job is attempted again with growing delays, as often as its definition allows.
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
