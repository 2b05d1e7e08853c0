import { HOUR_SECONDS } from '@waybill/contracts';
import type { Limit } from '@waybill/redis';

/**
 * Creations of one account, or of one network without an account. The rows of revoked links stay until their file is
 * deleted, and those of deleted file requests until the account is, so the number of existing ones bounds no rows.
 */
export const linksPerOwner: Limit = { name: 'files.links.made', points: 500, windowSeconds: HOUR_SECONDS };
export const fileRequestsPerOwner: Limit = {
  name: 'files.requests.made',
  points: 200,
  windowSeconds: HOUR_SECONDS,
};
