import { plural } from './duration.js';
import { HOUR_MS } from '@waybill/contracts';

const SOON_HOURS = 72;

/** State of a file's expiry (spec §4). `hoursLeft` is rounded up. */
export type Expiry =
  | { readonly state: 'never' }
  | { readonly state: 'expired' }
  | { readonly state: 'soon' | 'later'; readonly hoursLeft: number };

/** `deleteAt`: ISO time, null for never. */
export function expiryOf(deleteAt: string | null, now: Date): Expiry {
  if (deleteAt === null) return { state: 'never' };
  const hoursLeft = Math.ceil((new Date(deleteAt).getTime() - now.getTime()) / HOUR_MS);
  if (hoursLeft <= 0) return { state: 'expired' };
  return { state: hoursLeft <= SOON_HOURS ? 'soon' : 'later', hoursLeft };
}

/** "5 hours left", "12 days left"; days above 72 hours. */
export function formatTimeLeft(hoursLeft: number): string {
  return hoursLeft <= SOON_HOURS
    ? `${plural(hoursLeft, 'hour')} left`
    : `${plural(Math.ceil(hoursLeft / 24), 'day')} left`;
}
