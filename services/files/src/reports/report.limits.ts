import { HOUR_SECONDS } from '@waybill/contracts';
import type { Limit } from '@waybill/redis';

/** Reports from one network, of any files. */
export const reportsPerNetwork: Limit = {
  name: 'files.reports.network',
  points: 20,
  windowSeconds: HOUR_SECONDS,
};
