import { DAY_SECONDS, HOUR_SECONDS, mailboxOf, MINUTE_MS } from '@waybill/contracts';
import { type Limit, type LimitedKey, networkTiers } from '@waybill/redis';

/** Lifetime of a mailed code and of the link in its mail, in milliseconds. */
export const CODE_TTL_MS = 10 * MINUTE_MS;

/** Wrong tries after which a code is no longer accepted. */
export const MAX_TRIES = 5;

/**
 * Window of the limits on mails to one address. Not longer than a mail is valid: if a stranger used up the mails of an
 * address, the reader of that mailbox can still open the link with any of them.
 */
const MAIL_WINDOW_SECONDS = CODE_TTL_MS / 1000;

/** Limits of mails. Beyond them no mail is sent. */
const mails = {
  perNetwork: { name: 'files.link-codes.network', points: 30, windowSeconds: HOUR_SECONDS },
  /** Share of `perLinkAndEmail` that one network can use up. The same for a whole IPv6 /48. */
  perLinkEmailAndNetwork: {
    name: 'files.link-mails.link-email-network',
    points: 3,
    widePoints: 3,
    windowSeconds: MAIL_WINDOW_SECONDS,
  },
  perLinkAndEmail: { name: 'files.link-mails.link-email', points: 5, windowSeconds: MAIL_WINDOW_SECONDS },
  /** By owner of the links, so that one owner cannot use up `perMailbox`, which other owners need too. */
  perOwnerAndMailbox: {
    name: 'files.link-mails.owner-mailbox',
    points: 15,
    windowSeconds: MAIL_WINDOW_SECONDS,
  },
  perMailbox: { name: 'files.link-mails.mailbox', points: 60, windowSeconds: MAIL_WINDOW_SECONDS },
} as const satisfies Record<string, Limit>;

/** Limits of wrong codes. Beyond them new mails have no code, only a link. */
const wrongCodes = {
  perLinkEmailAndNetwork: {
    name: 'files.wrong-codes.link-email-network',
    points: 15,
    widePoints: 15,
    windowSeconds: DAY_SECONDS,
  },
  perLinkAndEmail: { name: 'files.wrong-codes.link-email', points: 30, windowSeconds: DAY_SECONDS },
  perLinkAndNetwork: {
    name: 'files.wrong-codes.link-network',
    points: 50,
    widePoints: 50,
    windowSeconds: DAY_SECONDS,
  },
  perLink: { name: 'files.wrong-codes.link', points: 200, windowSeconds: DAY_SECONDS },
} as const satisfies Record<string, Limit>;

/** Limit of mails with a code, for one link and all addresses together. Beyond it mails have a link only. */
export const codesPerLink: Limit = { name: 'files.link-codes.link', points: 60, windowSeconds: HOUR_SECONDS };

/** Keys of the rate limits: the link, the e-mail address that is to be proved, and the IP address of the visitor. */
export interface MailLimitKeys {
  readonly linkId: string;
  readonly emailKey: string;
  /** IP address of the client. */
  readonly address: string;
}

/** The counters of one mail. @param isShared whether many clients share the IP address */
export function mailLimits(
  { linkId, emailKey, address }: MailLimitKeys,
  ownerId: string,
  isShared: boolean,
): LimitedKey[] {
  const pair = `${linkId} ${emailKey}`;
  const mailbox = mailboxOf(emailKey);
  return [
    ...(isShared ? [] : networkTiers(mails.perNetwork, address)),
    ...tiersOf(mails.perLinkEmailAndNetwork, pair, address),
    [mails.perLinkAndEmail, pair],
    [mails.perOwnerAndMailbox, `${ownerId} ${mailbox}`],
    [mails.perMailbox, mailbox],
  ];
}

/** The counters of wrong codes. */
export function wrongCodeLimits({ linkId, emailKey, address }: MailLimitKeys): LimitedKey[] {
  const pair = `${linkId} ${emailKey}`;
  return [
    ...tiersOf(wrongCodes.perLinkEmailAndNetwork, pair, address),
    [wrongCodes.perLinkAndEmail, pair],
    ...tiersOf(wrongCodes.perLinkAndNetwork, linkId, address),
    [wrongCodes.perLink, linkId],
  ];
}

function tiersOf(limit: Limit, key: string, address: string): LimitedKey[] {
  return networkTiers(limit, address).map(([tier, network]) => [tier, `${key} ${network}`]);
}
