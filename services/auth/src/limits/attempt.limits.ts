import { HOUR_SECONDS, MINUTE_SECONDS } from '@waybill/contracts';
import type { Limit } from '@waybill/redis';

/**
 * Rate limits against brute force and mail flooding (spec §7), such as the lockout after wrong passwords. A network is
 * an IPv4 address or an IPv6 /64. An IPv6 /56 and /48 have limits of their own, multiples of the limit of a /64. No
 * limit lets one client lock another out of an account.
 */
export const attemptLimits = {
  /** Log-in attempts per account and network, whether or not the account exists. Success resets it. */
  logInsPerAccountAndNetwork: {
    name: 'auth.log-in.account-network',
    points: 10,
    windowSeconds: 15 * MINUTE_SECONDS,
  },
  /**
   * Failed log-ins per account from all networks unknown to it. Beyond it, `logInsUnderAttack` applies to these
   * networks.
   */
  logInFailuresPerAccount: { name: 'auth.log-in.account-failures', points: 100, windowSeconds: HOUR_SECONDS },
  /** Log-in attempts per account and unknown network while the account is under attack from many networks. */
  logInsUnderAttack: { name: 'auth.log-in.account-attack', points: 3, windowSeconds: 15 * MINUTE_SECONDS },
  /**
   * Failed log-ins per network, over all accounts. Consumed right before the password is verified, so that parallel
   * attempts cannot exceed it, and given back for the right one.
   */
  logInFailuresPerNetwork: { name: 'auth.log-in.failures', points: 30, windowSeconds: 15 * MINUTE_SECONDS },
  /** Log-ins per network, successful ones included. */
  logInsPerNetwork: { name: 'auth.log-in.address', points: 1000, windowSeconds: 15 * MINUTE_SECONDS },
  /** Attempts at the current password of a signed-in account. */
  currentPasswordsPerAccount: {
    name: 'auth.current-password',
    points: 10,
    windowSeconds: 15 * MINUTE_SECONDS,
  },
  /**
   * Codes of an authenticator app, and recovery codes. Consumed after the first factor only, so a stranger cannot use
   * them up.
   */
  totpCodesPerAccount: { name: 'auth.totp', points: 10, windowSeconds: 15 * MINUTE_SECONDS },
  signUpsPerNetwork: { name: 'auth.sign-up.network', points: 20, windowSeconds: HOUR_SECONDS },
  /** Loopback and private addresses stand for many clients behind a proxy or in one office. */
  signUpsPerPrivateNetwork: { name: 'auth.sign-up.address', points: 500, windowSeconds: HOUR_SECONDS },
  resetRequestsPerNetwork: { name: 'auth.reset-request.address', points: 100, windowSeconds: HOUR_SECONDS },
  /** Checks and uses of reset links per network. */
  resetLinksPerNetwork: { name: 'auth.reset-link.network', points: 100, windowSeconds: HOUR_SECONDS },
  /** Sign-up mails per account. Beyond it no mail is sent and the response stays the same. */
  signUpMailsPerAccount: { name: 'auth.sign-up.mail', points: 5, windowSeconds: HOUR_SECONDS },
  /**
   * Sign-up mails that one network, or one IPv6 /48, can cause to one mailbox. So it can use up only a share of
   * `signUpMailsPerAccount`, and addresses with different `+tags` gain it no further mail.
   */
  signUpMailsPerMailboxAndNetwork: {
    name: 'auth.sign-up.mail-network',
    points: 3,
    widePoints: 3,
    windowSeconds: HOUR_SECONDS,
  },
  /** Reset mails per account. Separate from sign-up mails, so that a flood of sign-ups does not block resets. */
  resetMailsPerAccount: { name: 'auth.reset-request.mail', points: 5, windowSeconds: HOUR_SECONDS },
  /**
   * Reset mails that one network, or one IPv6 /48, can cause to one mailbox. Addresses with different `+tags` can have
   * an account each, and all their mails arrive in the same mailbox.
   */
  resetMailsPerMailboxAndNetwork: {
    name: 'auth.reset-request.mail-network',
    points: 3,
    widePoints: 3,
    windowSeconds: HOUR_SECONDS,
  },
} as const satisfies Record<string, Limit>;
