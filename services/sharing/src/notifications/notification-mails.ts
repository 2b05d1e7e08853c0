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

/** Items that a list in a mail shows at most. Further items are only counted. */
const MAX_LINES = 20;

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export function formatTime(at: Date): string {
  return `${times.format(at)} UTC`;
}

export function formatDay(at: Date): string {
  return days.format(at);
}

/** Such as “1 view” and “2 views”. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats one bulleted line per item, because phones wrap long lines, and the number of omitted items. */
export function listOf(items: readonly string[]): string {
  const rest = items.length - MAX_LINES;
  const lines = items.slice(0, MAX_LINES).map((item) => `• ${item}`);
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}
