import { metrics, runInContext, secondsSince, SpanKind, withEntrySpan } from '@waybill/service-kit';
import type { Job } from 'bullmq';
import { decodeContext } from './job-context.js';
import type { JobDefinition } from './jobs.js';

const durations = metrics.histogram({
  name: 'waybill_job_duration_seconds',
  help: 'Duration of job attempts by outcome: done, retried (will be attempted again) or failed (for good)',
  labels: ['kind', 'outcome'],
});

/** Runs one attempt in the call context in which the job was added, measures its duration and traces it. */
export async function instrumentJob(
  { opts, attemptsMade }: Job,
  { name, attempts }: JobDefinition,
  work: () => Promise<void>,
): Promise<void> {
  const context = decodeContext(opts.telemetry?.metadata);
  const span = { name: `job ${name}`, kind: SpanKind.CONSUMER, parent: context.traceparent } as const;
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
