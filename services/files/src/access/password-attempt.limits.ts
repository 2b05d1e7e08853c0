import { DAY_SECONDS, MINUTE_SECONDS } from '@waybill/contracts';
import type { Limit } from '@waybill/redis';

/**
 * A target of a password is a file, bundle, link or file request. A `name` is a part of keys in Redis, so it stays as
 * it was called first.
 */

const WINDOW_SECONDS = 15 * MINUTE_SECONDS;

/** Wrong passwords from one network for one target. The right password resets it. */
export const perTargetAndNetwork: Limit = {
  name: 'files.password.file-address',
  points: 10,
  windowSeconds: WINDOW_SECONDS,
};

/** Wrong passwords for one target, from all networks. Above it, `perTargetAndNetworkUnderAttack` applies. */
export const perTarget: Limit = { name: 'files.password.file', points: 100, windowSeconds: WINDOW_SECONDS };

/** Attempts left to an unknown network while `perTarget` is exceeded, so that an attacker cannot lock everyone out. */
export const perTargetAndNetworkUnderAttack: Limit = {
  name: 'files.password.file-attack',
  points: 3,
  windowSeconds: WINDOW_SECONDS,
};

/**
 * Wrong passwords from one network, for all targets. Consumed right before the verification, and given back for a right
 * one.
 */
export const wrongPasswordsPerNetwork: Limit = {
  name: 'files.password.address',
  points: 50,
  windowSeconds: WINDOW_SECONDS,
};

/**
 * Right passwords from one network for one target. Not a limit in practice: a consumed point marks the network as
 * known, so that wrong passwords from other networks cannot lock it out.
 */
export const knownNetwork: Limit = {
  name: 'files.password.known-network',
  points: 1_000_000,
  // Must stay below 2^31 ms, the maximum of `setTimeout`, by which the in-memory rate limiter expires its counters.
  windowSeconds: 14 * DAY_SECONDS,
};

const FREE_ATTEMPTS = 5;
const STEP_MS = 200;
const MAX_DELAY_MS = 1_000;

/** Delay of the reply to the n-th wrong password in a row, in milliseconds. */
export function slowdownMs(mistakes: number): number {
  return Math.min(MAX_DELAY_MS, Math.max(0, mistakes - FREE_ATTEMPTS) * STEP_MS);
}
