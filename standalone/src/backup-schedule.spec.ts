import { untilDue } from './backup-schedule.js';

const now = new Date('2026-01-02T00:00:00Z');

describe('untilDue', () => {
  it('is zero before the first backup, and when the last one is older than the interval', () => {
    expect(untilDue(null, 24, now)).toBe(0);
    expect(untilDue(new Date('2025-12-31T00:00:00Z'), 24, now)).toBe(0);
  });

  it('is the rest of the interval', () => {
    expect(untilDue(new Date('2026-01-01T23:00:00Z'), 24, now)).toBe(23 * 3_600_000);
  });
});
