import { UsageError } from '../errors.js';

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/**
 * @param text `30m`, `12h`, `7d`, `2w`, a date, a time with its offset, or `never`
 * @returns ISO 8601, or null for never
 */
export function parseExpiry(text: string, now = Date.now()): string | null {
  if (text === 'never') return null;
  const [, amount, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (amount !== undefined && Number(amount) > 0)
    return new Date(now + Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]).toISOString();
  const [, day] = /^(\d{4}-\d{2}-\d{2})(T.+(Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  if (day !== undefined && isDay(day) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new UsageError(`"${text}" is no expiry: write 30m, 12h, 7d, a date such as 2027-01-31, or never`);
}

/** Whether the calendar has the day. `Date` takes 2027-02-29 for the first of March. */
function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
