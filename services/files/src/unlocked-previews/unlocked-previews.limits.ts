import { MINUTE_SECONDS } from '@waybill/contracts';
import type { Limit } from '@waybill/redis';

const WINDOW_SECONDS = 15 * MINUTE_SECONDS;

/** Conversions from one network for one file, with right or wrong passwords. */
export const perFileAndNetwork: Limit = {
  name: 'files.unlock.file-network',
  points: 10,
  windowSeconds: WINDOW_SECONDS,
};

/**
 * Conversions from one network. Each wrong password costs a worker the derivation of a key. A /56 or /48 of IPv6 has no
 * more of them than a /64.
 */
export const conversionsPerNetwork: Limit = {
  name: 'files.unlock.network',
  points: 30,
  widePoints: 30,
  windowSeconds: WINDOW_SECONDS,
};

/** Conversions that may wait for a worker. Above it, further ones are refused. */
export const MAX_WAITING = 100;

/** Conversions of one network that may wait, so that slow documents of one network do not delay other readers long. */
export const MAX_WAITING_PER_NETWORK = 3;

/**
 * Wait in seconds that is suggested to a network with `MAX_WAITING_PER_NETWORK` waiting conversions. One conversion
 * takes a few seconds.
 */
export const RETRY_AFTER_SECONDS = 10;

/** Bytes of all renditions that are stored for readers. They count towards no plan. */
export const MAX_STORED_BYTES = 4 * 1024 ** 3;
