import type { Limit } from '@waybill/redis';

/** Lifetime of a mailed code, in milliseconds. */
export const CODE_TTL_MS = 10 * 60_000;

/** Wrong guesses after which a code is worthless. */
export const MAX_TRIES = 5;

/** Codes mailed to one address for one link. */
export const codesPerLinkAndEmail: Limit = {
  name: 'files.link-codes.link-email',
  points: 5,
  windowSeconds: 15 * 60,
};

/** Codes mailed for one link, to all addresses. */
export const codesPerLink: Limit = { name: 'files.link-codes.link', points: 60, windowSeconds: 60 * 60 };

/** Codes mailed for one network, for all links. */
export const codesPerNetwork: Limit = {
  name: 'files.link-codes.network',
  points: 30,
  windowSeconds: 60 * 60,
};
