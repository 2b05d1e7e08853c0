import { formatDuration } from './duration.js';
import { expiryOf, formatTimeLeft } from './expiry.js';
import { formatSize } from './size.js';

describe('a size', () => {
  it.each([
    [0, '0 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1.00 KB'],
    [20_971_520, '20.00 MB'],
    [2_147_483_648, '2.00 GB'],
    [5_497_558_138_880, '5120.00 GB'],
  ])('of %d bytes reads %s', (bytes, text) => expect(formatSize(bytes)).toBe(text));
});

describe('an expiry', () => {
  const now = new Date('2026-11-21T10:00:00Z');

  it.each([
    [null, { state: 'never' }],
    ['2026-11-21T10:00:00Z', { state: 'expired' }],
    ['2026-11-21T10:00:01Z', { state: 'soon', hoursLeft: 1 }],
    ['2026-11-24T10:00:00Z', { state: 'soon', hoursLeft: 72 }],
    ['2026-11-24T10:00:01Z', { state: 'later', hoursLeft: 73 }],
  ])('at %s is %j', (deleteAt, expiry) => expect(expiryOf(deleteAt, now)).toEqual(expiry));

  it('is told in hours while it is soon and in days after', () => {
    expect(formatTimeLeft(1)).toBe('1 hour left');
    expect(formatTimeLeft(73)).toBe('4 days left');
  });
});

describe('a duration', () => {
  it.each([
    [0.2, '1 second'],
    [59, '59 seconds'],
    [61, '2 minutes'],
    [7300, '3 hours'],
  ])('of %d s reads %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});
