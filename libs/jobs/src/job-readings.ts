import { metrics } from '@waybill/service-kit';
import type { BullJobs } from './bull-jobs.js';
import type { JobDefinition } from './jobs.js';

const jobsInState = metrics.gauge({
  name: 'waybill_jobs',
  help: 'Jobs by state: waiting for a worker, active, delayed until their time, or failed for good of late',
  labels: ['kind', 'state'],
});

/** Looks up, when somebody asks for metrics, how many of these jobs there are. @returns ends that */
export function readJobs(jobs: BullJobs, definitions: readonly JobDefinition[]): () => void {
  return jobsInState.collect(async (set) => {
    await Promise.all(
      definitions.map(async (job) => {
        const counts = await jobs.counts(job);
        for (const [state, number] of Object.entries(counts)) set({ kind: job.name, state }, number);
      }),
    );
  });
}
