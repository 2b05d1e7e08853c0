const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const timeOnly = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

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
