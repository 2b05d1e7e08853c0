import type { Caller } from '@waybill/contracts';
import { type Limit, networkOf } from '@waybill/redis';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Limits of mails sent on behalf of users, so that Waybill cannot be used to flood a mailbox. */
export const mailLimits = {
  perAccount: { name: 'sharing.mails.account', points: 50, windowSeconds: HOUR },
  /** Lower than for accounts, because a new browser id costs nothing. */
  perBrowser: { name: 'sharing.mails.browser', points: 10, windowSeconds: HOUR },
  perNetwork: { name: 'sharing.mails.address', points: 100, windowSeconds: HOUR },
  perSenderAndRecipient: { name: 'sharing.mails.pair', points: 5, windowSeconds: HOUR },
  /** Counts mails of all senders. */
  perRecipient: { name: 'sharing.mails.recipient', points: 20, windowSeconds: DAY },
  contactPerNetwork: { name: 'sharing.contact.address', points: 20, windowSeconds: HOUR },
} as const satisfies Record<string, Limit>;

/** The counters of one share mail. Each loses one point. */
export function shareMailLimits(
  { userId, browserId, address }: Caller,
  recipientEmail: string,
): ReadonlyArray<readonly [Limit, string]> {
  const sender = userId ?? browserId ?? networkOf(address);
  const recipient = recipientEmail.toLowerCase();
  return [
    [userId ? mailLimits.perAccount : mailLimits.perBrowser, sender],
    [mailLimits.perNetwork, networkOf(address)],
    [mailLimits.perSenderAndRecipient, `${sender} ${recipient}`],
    [mailLimits.perRecipient, recipient],
  ];
}
