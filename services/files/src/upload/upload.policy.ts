import { AppError, DAY_MS, HOUR_MS, MINUTE_MS, type PlanLimits, type UploadTarget } from '@waybill/contracts';
import type { Upload } from './upload.entity.js';

/** Lease in milliseconds after each call. The gateway renews it every 30 seconds. */
const LEASE_MS = 2 * MINUTE_MS;

/** End of a lease that is granted at `now`. */
export function uploadLeaseUntil(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/** Whether files can be added to the upload, and it can be committed. */
export function isOpen(upload: { committedAt: Date | null; leaseUntil: Date }, now: Date): boolean {
  return upload.committedAt === null && upload.leaseUntil > now;
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

/**
 * Requires that bytes without an account fit into the room that is left for all of them. If none is left, not even an
 * empty file fits.
 * @throws AppError `server.storage-full`
 */
export function requireAnonymousRoom(bytes: number, room: number): void {
  if (room <= 0 || bytes > room) throw new AppError('server.storage-full');
}

type LimitedUpload = Pick<Upload, 'maxFileSize' | 'requestId'>;

/** The largest file that the upload may become, in bytes. */
export function maxSizeOf({ maxFileSize }: LimitedUpload, plan: PlanLimits): number {
  return Math.min(maxFileSize ?? plan.maxFileSize, plan.maxFileSize);
}

/** @throws AppError `files.too-large`; `requests.file-too-large` where a file request sets the limit */
export function requireUploadSize(size: number, upload: LimitedUpload, plan: PlanLimits): void {
  const maxFileSize = maxSizeOf(upload, plan);
  if (size > maxFileSize && upload.requestId !== null) {
    throw new AppError('requests.file-too-large', { maxFileSize });
  }
  requireSize(size, plan);
}

/** Lease of an unfinished resumable upload after its last byte. */
const RESUMABLE_LEASE_MS = DAY_MS;
const REQUESTED_LEASE_MS = HOUR_MS;
/** Lease of a finished upload, so that a client that lost the last response can still ask for the result. */
const FINISHED_LEASE_MS = HOUR_MS;
/** The gateway renews the lease of a writer every few seconds. */
const WRITER_LEASE_MS = 25_000;

/** @param target a file request gives less time, so that a stranger cannot fill the plan of its author */
export function resumableLeaseFrom(now: Date, target: UploadTarget | null): Date {
  const leaseMs = target?.request === undefined ? RESUMABLE_LEASE_MS : REQUESTED_LEASE_MS;
  return new Date(now.getTime() + leaseMs);
}

export function finishedLeaseFrom(now: Date): Date {
  return new Date(now.getTime() + FINISHED_LEASE_MS);
}

export function writerLeaseFrom(now: Date): Date {
  return new Date(now.getTime() + WRITER_LEASE_MS);
}
