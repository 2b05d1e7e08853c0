import { AppError, type PlanId, planLimits } from '@waybill/contracts';

/** How long an upload stays open after it was last heard of; the gateway renews it every 30 seconds. */
const LEASE_MS = 2 * 60_000;
const MEBIBYTE = 1024 * 1024;

/** When an upload that is heard of at `now` is lost, unless it is heard of again. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/**
 * Lets one more file in (spec §5).
 * @param count live files and files under way
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
