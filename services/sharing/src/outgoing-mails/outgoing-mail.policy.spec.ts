import { HOUR_MS } from '@waybill/contracts';
import { mailExpiresAt, nextMailAttemptAt } from './outgoing-mail.policy.js';

const now = new Date('2026-01-01T00:00:00Z');

describe('outgoing mail policy', () => {
  it('retries a mail for three days', () => {
    expect(mailExpiresAt(now, null)).toEqual(new Date('2026-01-04T00:00:00Z'));
  });

  it('retries no longer than until the content expires', () => {
    const inAnHour = new Date(now.getTime() + HOUR_MS);
    expect(mailExpiresAt(now, inAnHour)).toEqual(inAnHour);
    expect(mailExpiresAt(now, new Date('2027-01-01T00:00:00Z'))).toEqual(new Date('2026-01-04T00:00:00Z'));
  });

  it('doubles the delay between attempts up to one hour', () => {
    const minutes = [1, 2, 3, 7, 50].map(
      (n) => (nextMailAttemptAt(now, n).getTime() - now.getTime()) / 60_000,
    );
    expect(minutes).toEqual([1, 2, 4, 60, 60]);
  });
});
