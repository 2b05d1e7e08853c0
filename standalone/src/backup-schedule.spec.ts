import { untilDue } from './backup-schedule.js';
import { readEnvironment } from './environment.js';

const now = new Date('2026-01-02T00:00:00Z');

describe('untilDue', () => {
  it('a backup is due before the first one, and when the last one is older than the interval', () => {
    expect(untilDue(null, 24, now)).toBe(0);
    expect(untilDue(new Date('2025-12-31T00:00:00Z'), 24, now)).toBe(0);
  });

  it('a backup is due after the rest of BACKUP_INTERVAL_HOURS, a day by default', () => {
    const last = new Date('2026-01-01T23:00:00Z');
    const { BACKUP_INTERVAL_HOURS: aDay } = readEnvironment({});
    expect(untilDue(last, aDay, now)).toBe(23 * 3_600_000);
    const { BACKUP_INTERVAL_HOURS: hours } = readEnvironment({ BACKUP_INTERVAL_HOURS: '6' });
    expect(untilDue(last, hours, now)).toBe(5 * 3_600_000);
  });
});
