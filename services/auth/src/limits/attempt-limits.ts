import type { Limit } from '@waybill/redis';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * How often the doors of an account may be tried (contract, POST /api/login). One table, so that the limits can be
 * weighed against each other.
 */
export const attemptLimits = {
  /** Tries at one account, whoever makes them and whether or not the account exists. A success starts anew. */
  logInsPerAccount: { name: 'auth.log-in.account', points: 10, windowSeconds: 15 * MINUTE },
  /** Failures from one client address, over all accounts. */
  logInFailuresPerAddress: { name: 'auth.log-in.failures', points: 30, windowSeconds: 15 * MINUTE },
  /** Tries from one client address, successes too: bounds how many can run side by side before the first failure counts. */
  logInsPerAddress: { name: 'auth.log-in.address', points: 1000, windowSeconds: 15 * MINUTE },
  /** Tries at the current password of an account that is logged in. */
  currentPasswordsPerAccount: { name: 'auth.current-password', points: 10, windowSeconds: 15 * MINUTE },
  signUpsPerAddress: { name: 'auth.sign-up.address', points: 500, windowSeconds: HOUR },
  resetRequestsPerAddress: { name: 'auth.reset-request.address', points: 100, windowSeconds: HOUR },
  /** Mails that strangers can cause to one account; past it none is sent and the answer stays the same. */
  signUpMailsPerAccount: { name: 'auth.sign-up.mail', points: 5, windowSeconds: HOUR },
  /** As above. Counted apart, so that no flood of sign-ups keeps an owner from a reset link. */
  resetMailsPerAccount: { name: 'auth.reset-request.mail', points: 5, windowSeconds: HOUR },
} as const satisfies Record<string, Limit>;
