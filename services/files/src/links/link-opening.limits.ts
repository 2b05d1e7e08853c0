import type { Limit } from '@waybill/redis';

/** Openings of one link from one network in half an hour. Each opening stores a row for a day. */
export const openingsPerLinkAndNetwork: Limit = {
  name: 'files.links.openings-network',
  points: 100,
  windowSeconds: 30 * 60,
};

/** Openings of one link from all networks. */
export const openingsPerLink: Limit = { name: 'files.links.openings', points: 600, windowSeconds: 60 };
