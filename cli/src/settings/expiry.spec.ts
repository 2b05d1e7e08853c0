import { UsageError } from '../errors.js';
import { parseExpiry } from './expiry.js';

describe('parseExpiry', () => {
  const now = Date.parse('2026-11-22T08:00:00Z');

  it.each([
    ['30m', '2026-11-22T08:30:00.000Z'],
    ['12h', '2026-11-22T20:00:00.000Z'],
    ['7d', '2026-11-29T08:00:00.000Z'],
    ['2w', '2026-12-06T08:00:00.000Z'],
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T12:00:00+02:00', '2027-01-31T10:00:00.000Z'],
    ['never', null],
  ])('reads %s', (text, expected) => {
    expect(parseExpiry(text, now)).toBe(expected);
  });

  it.each([
    '',
    '0d',
    '7',
    '-7d',
    '7y',
    'tomorrow',
    '2027-02-30T00:00',
    '2027-13-01',
    '2027-02-29',
    '2027-04-31T12:00:00Z',
  ])('refuses "%s"', (text) => {
    expect(() => parseExpiry(text, now)).toThrow(UsageError);
  });
});
