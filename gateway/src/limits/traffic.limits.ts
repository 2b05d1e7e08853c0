import type { SharedEnvironment } from '@waybill/composition';
import { HOUR_SECONDS, MINUTE_MS, MINUTE_SECONDS } from '@waybill/contracts';
import type { Limit } from '@waybill/redis';

/** Key of the counters that all callers share. */
export const EVERYONE = 'everyone';

/** A bound for everyone together, and one for each client network. */
export interface Bound<T> {
  readonly total: T;
  readonly perNetwork: T;
}

/** A bound on concurrent transfers. */
export interface ConcurrencyBound extends Bound<number> {
  /** Upper bound for an IPv6 /56 or /48. */
  readonly widePerNetwork?: number;
}

/**
 * The limits on clients at the gateway (docs/security.md). Networks are counted in tiers: an IPv4 address, or the
 * /64, /56 and /48 of an IPv6 address. A /56 or /48 gets at most half of a total limit (or as much as a /64, if that is
 * more), because one customer may have all of it. Numbers of concurrent transfers hold for one gateway process, whose
 * memory they protect; rates are shared by all processes.
 */
export interface TrafficLimits {
  /** Concurrent transfers. */
  readonly concurrentTransfers: Readonly<Record<TransferKind, ConcurrencyBound>>;
  /** Concurrent calls that describe all files of a bundle. */
  readonly concurrentContents: ConcurrencyBound;
  /** Uploads without an account. */
  readonly anonymousUploads: Bound<Limit>;
  /** MiB uploaded without an account. */
  readonly anonymousMebibytes: Bound<Limit>;
  /** Minimum rate over `paceWindowMs` of waiting for the client. Slower transfers are ended. 0: no minimum. */
  readonly minBytesPerSecond: number;
  readonly paceWindowMs: number;
  /** Time for the body of a call other than an upload. */
  readonly bodyTimeoutMs: number;
  /** Resumable uploads created by callers without any cookie. */
  readonly cookielessUploads: Limit;
  /** Time without a byte after which an append ends and keeps what arrived: the client may be gone unnoticed. */
  readonly idleUploadMs: number;
  /** QR codes drawn for one network. */
  readonly qrCodes: Limit;
}

/** Injection token of the limits. */
export const TRAFFIC_LIMITS = Symbol('traffic limits');

export type TransferKind = 'upload' | 'download';

/** Work that takes a slot. */
export type SlotKind = TransferKind | 'contents';

/** Time to retry after too many concurrent transfers. Short, because one may end at any moment. */
export const RETRY_AFTER_SECONDS = 10;

/** Takes the configurable limits from the environment. All others are constants. */
export function trafficLimits(env: SharedEnvironment): TrafficLimits {
  const hourly = (name: string, points: number) => ({ name, points, windowSeconds: HOUR_SECONDS });
  const concurrency = (total: number, perNetwork: number) => ({
    total,
    perNetwork,
    widePerNetwork: half(total, perNetwork),
  });
  const shared = (name: string, total: number, perNetwork: number) => ({
    total: hourly(`${name}-total`, total),
    perNetwork: { ...hourly(name, perNetwork), widePoints: half(total, perNetwork) },
  });
  return {
    concurrentTransfers: {
      upload: concurrency(env.UPLOADS_AT_ONCE, env.UPLOADS_AT_ONCE_PER_NETWORK),
      download: concurrency(env.DOWNLOADS_AT_ONCE, env.DOWNLOADS_AT_ONCE_PER_NETWORK),
    },
    concurrentContents: concurrency(96, 12),
    anonymousUploads: shared(
      'anonymous-uploads',
      env.ANONYMOUS_UPLOADS_PER_HOUR,
      env.ANONYMOUS_UPLOADS_PER_HOUR_PER_NETWORK,
    ),
    anonymousMebibytes: shared(
      'anonymous-mebibytes',
      env.ANONYMOUS_MIB_PER_HOUR,
      env.ANONYMOUS_MIB_PER_HOUR_PER_NETWORK,
    ),
    minBytesPerSecond: env.MIN_TRANSFER_BYTES_PER_SECOND,
    paceWindowMs: MINUTE_MS,
    bodyTimeoutMs: 30_000,
    cookielessUploads: { name: 'cookieless-uploads', points: 60, windowSeconds: 10 * MINUTE_SECONDS },
    idleUploadMs: 15_000,
    qrCodes: { name: 'qr-codes', points: 60, windowSeconds: MINUTE_SECONDS },
  };
}

/** Limit of an IPv6 /56 or /48: half of the total, but no less than the limit of a /64. */
function half(total: number, perNetwork: number): number {
  return Math.max(Math.ceil(total / 2), perNetwork);
}
