import { metrics, runInContext, secondsSince, withEntrySpan } from '@waybill/service-kit';
import type { Job } from 'bullmq';
import { contextFromText } from './job-context.js';
import type { JobDefinition } from './jobs.js';

const durations = metrics.histogram({
  name: 'waybill_job_duration_seconds',
  help: 'Attempts at a job, by how they ended: done, retried (to be tried again) or failed (for good)',
  labels: ['kind', 'outcome'],
});

/** One attempt in the context of the call that added the job, told of in numbers and as a part of its trace. */
export async function observeJob(
  { opts, attemptsMade }: Job,
  { name, attempts }: JobDefinition,
  work: () => Promise<void>,
): Promise<void> {
  const context = contextFromText(opts.telemetry?.metadata);
  const span = { name: `job ${name}`, kind: 'consumer', parent: context.traceparent } as const;
  const startedAt = performance.now();
  let outcome = 'done';
  try {
    await runInContext(context, () => withEntrySpan(span, work));
  } catch (error) {
    outcome = attemptsMade + 1 < attempts ? 'retried' : 'failed';
    throw error;
  } finally {
    durations.observe({ kind: name, outcome }, secondsSince(startedAt));
  }
}
