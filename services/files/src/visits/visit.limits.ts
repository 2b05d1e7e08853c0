import type { Limit } from '@waybill/redis';

/** New visits of one file from one network in one visit window. Visits above the limit are not counted. */
export const newVisitsPerFileAndNetwork: Limit = {
  name: 'files.visits.file-network',
  points: 100,
  windowSeconds: 30 * 60,
};

/** Reports of reading of one visit, each of which is written and published. A page sends one every five seconds. */
export const reportsPerVisit: Limit = { name: 'files.visits.reports', points: 120, windowSeconds: 60 };

/** New visits of one file from all networks. */
export const newVisitsPerFile: Limit = { name: 'files.visits.file', points: 600, windowSeconds: 60 };
