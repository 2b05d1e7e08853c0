import { HOUR_SECONDS } from '@waybill/contracts';
import type { Limit } from '@waybill/redis';

/** Abuse reports from one network, of any files. */
export const abuseReportsPerNetwork: Limit = {
  name: 'files.reports.network',
  points: 20,
  windowSeconds: HOUR_SECONDS,
};
