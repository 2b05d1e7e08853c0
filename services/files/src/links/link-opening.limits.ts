import { MINUTE_SECONDS } from '@waybill/contracts';
import type { Limit } from '@waybill/redis';

/** Openings of one link from one network in half an hour. Each opening stores a row for a day. */
export const openingsPerLinkAndNetwork: Limit = {
  name: 'files.links.openings-network',
  points: 100,
  windowSeconds: 30 * MINUTE_SECONDS,
};

/** Openings of one link from all networks. */
export const openingsPerLink: Limit = {
  name: 'files.links.openings',
  points: 600,
  windowSeconds: MINUTE_SECONDS,
};
