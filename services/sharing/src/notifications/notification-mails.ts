import type { MailTemplateName } from '@waybill/mail';

/** Template of the mail of each kind of notification. */
export const templateOf = {
  webhookDisabled: 'webhook-disabled',
} as const satisfies Record<string, MailTemplateName>;

export type NotificationKind = keyof typeof templateOf;
