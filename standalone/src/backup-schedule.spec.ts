import { untilBackupDue } from '@waybill/backup';
import { readEnvironment } from './environment.js';

const now = new Date('2026-01-02T00:00:00Z');

describe('untilBackupDue', () => {
  it('a backup is due before the first one, and when the last one is older than the interval', () => {
    expect(untilBackupDue(null, 24, now)).toBe(0);
    expect(untilBackupDue(new Date('2025-12-31T00:00:00Z'), 24, now)).toBe(0);
  });

  it('a backup is due after the rest of BACKUP_INTERVAL_HOURS, a day by default', () => {
    const last = new Date('2026-01-01T23:00:00Z');
    const { BACKUP_INTERVAL_HOURS: aDay } = readEnvironment({});
    expect(untilBackupDue(last, aDay, now)).toBe(23 * 3_600_000);
    const { BACKUP_INTERVAL_HOURS: hours } = readEnvironment({ BACKUP_INTERVAL_HOURS: '6' });
    expect(untilBackupDue(last, hours, now)).toBe(5 * 3_600_000);
  });
});
