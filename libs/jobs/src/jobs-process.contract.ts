import { type DynamicModule, Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Clock, HealthRegistry, ServiceKitModule, createLogger } from '@waybill/service-kit';
import { z } from 'zod';
import { Jobs, defineJob } from './jobs.js';
import { Performs } from './performs.decorator.js';

/** The job of the contract suite. */
export const count = defineJob({
  name: 'test.count-things',
  data: z.object({ n: z.int() }),
  attempts: 3,
  backoffMs: 10,
  concurrency: 2,
});

export type Perform = (n: number, signal: AbortSignal) => Promise<void>;

/** A process that adds jobs, and performs them if it has a function to do so. */
export interface JobsProcess {
  readonly jobs: Jobs;
  readonly health: HealthRegistry;
  readonly done: number[];
  close(): Promise<void>;
}

/**
 * Starts a process with the module under test.
 * @param perform performs the job; without it the process only adds jobs
 */
export async function startJobsProcess(
  module: DynamicModule,
  clock: Clock,
  perform?: Perform,
): Promise<JobsProcess> {
  const done: number[] = [];
  @Injectable()
  class Counter {
    @Performs(count)
    async count({ n }: z.infer<typeof count.data>, signal: AbortSignal): Promise<void> {
      await perform?.(n, signal);
      done.push(n);
    }
  }
  const app = await NestFactory.createApplicationContext(
    {
      module: class TestRoot {},
      imports: [ServiceKitModule.forRoot(createLogger('test', 'silent'), clock), module],
      providers: [Counter],
    },
    { logger: false, abortOnError: false },
  );
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= app.close());
  return { jobs: app.get(Jobs), health: app.get(HealthRegistry), done, close };
}
