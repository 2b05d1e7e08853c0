import { AppError, type PlanLimits } from '@waybill/contracts';

/** Lease in milliseconds after each call. The gateway renews it every 30 seconds. */
const LEASE_MS = 2 * 60_000;

/** End of a lease that is granted at `now`. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/**
 * Requires that the quota allows one more file (spec §5).
 * @param count available files and reservations
 * @throws AppError `files.limit-reached`
 */
export function requireRoom(count: number, { id: tier, maxFiles: limit }: PlanLimits): void {
  if (count >= limit) throw new AppError('files.limit-reached', { limit, tier });
}

/** @throws AppError `files.too-large` */
export function requireSize(size: number, { id: tier, maxFileSize }: PlanLimits): void {
  if (size > maxFileSize) throw new AppError('files.too-large', { maxFileSize, tier });
}
