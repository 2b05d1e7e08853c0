import { type Caller, DAY_SECONDS, HOUR_SECONDS, mailboxOf } from '@waybill/contracts';
import { type Limit, type LimitedKey, networkOf, networkTiers } from '@waybill/redis';

/** Limits of mails sent on behalf of users, so that Waybill cannot be used to flood a mailbox. */
export const mailLimits = {
  perAccount: { name: 'sharing.mails.account', points: 50, windowSeconds: HOUR_SECONDS },
  /** Lower than for accounts, because a new browser id costs nothing. */
  perBrowser: { name: 'sharing.mails.browser', points: 10, windowSeconds: HOUR_SECONDS },
  perNetwork: { name: 'sharing.mails.address', points: 100, windowSeconds: HOUR_SECONDS },
  perSenderAndRecipient: { name: 'sharing.mails.pair', points: 5, windowSeconds: HOUR_SECONDS },
  perAccountAndRecipient: { name: 'sharing.mails.account-recipient', points: 20, windowSeconds: DAY_SECONDS },
  perNetworkAndRecipient: { name: 'sharing.mails.network-recipient', points: 10, windowSeconds: DAY_SECONDS },
  /** All accounts together. */
  perRecipientOfAccounts: { name: 'sharing.mails.recipient', points: 100, windowSeconds: DAY_SECONDS },
  /** All browsers together. Separate from accounts: anonymous senders must not block mails of accounts. */
  perRecipientOfBrowsers: { name: 'sharing.mails.browser-recipient', points: 30, windowSeconds: DAY_SECONDS },
  contactPerNetwork: { name: 'sharing.contact.address', points: 20, windowSeconds: HOUR_SECONDS },
} as const satisfies Record<string, Limit>;

/** The counters of one share mail. Each loses one point. */
export function shareMailLimits(
  { userId, browserId, address }: Caller,
  recipientEmail: string,
): readonly LimitedKey[] {
  const sender = userId ?? browserId ?? networkOf(address);
  const recipient = mailboxOf(recipientEmail);
  const forBoth: LimitedKey[] = [
    ...networkTiers(mailLimits.perNetwork, address),
    [mailLimits.perSenderAndRecipient, `${sender} ${recipient}`],
  ];
  if (userId !== null) {
    return [
      ...forBoth,
      [mailLimits.perAccount, userId],
      [mailLimits.perAccountAndRecipient, `${userId} ${recipient}`],
      [mailLimits.perRecipientOfAccounts, recipient],
    ];
  }
  return [
    ...forBoth,
    [mailLimits.perBrowser, sender],
    ...networkTiers(mailLimits.perNetworkAndRecipient, address).map(([limit, network]): LimitedKey => [
      limit,
      `${network} ${recipient}`,
    ]),
    [mailLimits.perRecipientOfBrowsers, recipient],
  ];
}
