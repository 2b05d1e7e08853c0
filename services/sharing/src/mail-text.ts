/** Items that a list in a mail shows at most. Further items are only counted. */
const MAX_LINES = 20;

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Such as “1 August 2026 at 13:05 UTC”. */
export function formatTime(at: Date): string {
  return `${times.format(at)} UTC`;
}

/** Such as “1 August 2026”. */
export function formatDay(at: Date): string {
  return days.format(at);
}

/** Such as “2026-08-01 13:05 UTC”. */
export function formatTimestamp(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
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
