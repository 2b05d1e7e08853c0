import { formatDuration } from './duration.js';
import { expiryOf, formatTimeLeft } from './expiry.js';

describe('expiryOf', () => {
  const now = new Date('2026-11-21T10:00:00Z');

  it.each([
    [null, { state: 'never' }],
    ['2026-11-21T10:00:00Z', { state: 'expired' }],
    ['2026-11-21T10:00:01Z', { state: 'soon', hoursLeft: 1 }],
    ['2026-11-24T10:00:00Z', { state: 'soon', hoursLeft: 72 }],
    ['2026-11-24T10:00:01Z', { state: 'later', hoursLeft: 73 }],
  ])('classifies %s as %j', (deleteAt, expiry) => expect(expiryOf(deleteAt, now)).toEqual(expiry));

  it('counts hours up to 72 hours and days above', () => {
    expect(formatTimeLeft(1)).toBe('1 hour left');
    expect(formatTimeLeft(73)).toBe('4 days left');
  });
});

describe('formatDuration', () => {
  it.each([
    [0.2, '1 second'],
    [59, '59 seconds'],
    [61, '2 minutes'],
    [7300, '3 hours'],
  ])('formats %d s as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});
