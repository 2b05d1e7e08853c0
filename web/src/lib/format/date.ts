const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const timeOnly = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** Date and time in the browser's locale (spec §9). */
export function formatDateTime(date: string | number | Date): string {
  return dateTime.format(new Date(date));
}

export function formatDate(date: string | number | Date): string {
  return dateOnly.format(new Date(date));
}

export function formatTime(date: string | number | Date): string {
  return timeOnly.format(new Date(date));
}

/** @param day such as 2026-11-30, counted in UTC */
export function formatUtcDay(day: string): string {
  return utcDay.format(new Date(day));
}
