import type { ErrorCode } from '@waybill/contracts';
import { isExpired } from '../file/expiry.policy.js';
import type { Link } from './link.entity.js';

type LinkState = Pick<Link, 'revokedAt' | 'isActive' | 'deleteAt' | 'downloadLimit' | 'downloads'>;

/** Why a link does not open any more; null while it does. */
export function endOfLink(link: LinkState, now: Date): ErrorCode | null {
  if (link.revokedAt !== null || !link.isActive) return 'links.revoked';
  if (isExpired(link.deleteAt, now)) return 'links.expired';
  return isUsedUp(link) ? 'links.used-up' : null;
}

export function isUsedUp({ downloadLimit, downloads }: Pick<Link, 'downloadLimit' | 'downloads'>): boolean {
  return downloadLimit !== null && downloads >= downloadLimit;
}
