import { AppError, type PlanId, planLimits } from '@waybill/contracts';

/** Lease in milliseconds after each call. The gateway renews it every 30 seconds. */
const LEASE_MS = 2 * 60_000;
const MEBIBYTE = 1024 * 1024;

/** End of a lease that is granted at `now`. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/**
 * Requires that the quota allows one more file (spec §5).
 * @param count available files and reservations
 * @throws AppError `files.limit-reached`
 */
export function requireRoom(count: number, tier: PlanId): void {
  const limit = planLimits[tier].maxFiles;
  if (count >= limit) throw new AppError('files.limit-reached', { limit, tier });
}

/** @throws AppError `files.too-large` */
export function requireSize(size: number, tier: PlanId): void {
  const { maxFileSize } = planLimits[tier];
  if (size > maxFileSize) throw new AppError('files.too-large', { limit: maxFileSize / MEBIBYTE, tier });
}
