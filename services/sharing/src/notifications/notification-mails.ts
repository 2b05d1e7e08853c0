import type { MailTemplateName } from '@waybill/mail';

/** Template of the mail of each kind of notification. All kinds but the last are settings of the account. */
export const templateOf = {
  firstView: 'first-view',
  everyView: 'every-view',
  dailySummary: 'daily-summary',
  limitUsedUp: 'limit-used-up',
  unopenedBeforeExpiry: 'unopened-before-expiry',
  filesReceived: 'files-received',
  webhookDisabled: 'webhook-disabled',
} as const satisfies Record<string, MailTemplateName>;

export type NotificationKind = keyof typeof templateOf;
