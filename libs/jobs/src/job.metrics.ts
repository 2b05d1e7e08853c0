import { metrics } from '@waybill/service-kit';
import type { BullJobs } from './bull-jobs.js';
import type { JobDefinition } from './jobs.js';

const jobsInState = metrics.gauge({
  name: 'waybill_jobs',
  help: 'Jobs by state: waiting for a worker, active, delayed until their time, or failed for good within a week',
  labels: ['kind', 'state'],
});

/** Counts these jobs at each scrape. @returns a function that stops it */
export function collectJobMetrics(jobs: BullJobs, definitions: readonly JobDefinition[]): () => void {
  return jobsInState.collect(async (set) => {
    await Promise.all(
      definitions.map(async (job) => {
        const counts = await jobs.counts(job);
        for (const [state, number] of Object.entries(counts)) set({ kind: job.name, state }, number);
      }),
    );
  });
}
