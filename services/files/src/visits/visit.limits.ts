import type { Limit } from '@waybill/redis';

/** New visits of one file from one network in one visit window. Later requests count as visits in progress. */
export const newVisitsPerFileAndNetwork: Limit = {
  name: 'files.visits.file-network',
  points: 100,
  windowSeconds: 30 * 60,
};

/** New visits of one file from all networks. */
export const newVisitsPerFile: Limit = { name: 'files.visits.file', points: 600, windowSeconds: 60 };
