import type { Limit } from '@waybill/redis';

const WINDOW_SECONDS = 15 * 60;

/** Conversions from one network for one file, with right or wrong passwords. */
export const perFileAndNetwork: Limit = {
  name: 'files.unlock.file-network',
  points: 10,
  windowSeconds: WINDOW_SECONDS,
};

/** Conversions from one network. Each wrong password costs a worker the derivation of a key. */
export const perNetwork: Limit = { name: 'files.unlock.network', points: 30, windowSeconds: WINDOW_SECONDS };

/** Conversions that may wait for a worker. Above it, further ones are refused. */
export const MAX_WAITING = 100;
