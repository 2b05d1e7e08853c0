import { isBackupDue } from './schedule.policy.js';

describe('isBackupDue', () => {
  const backups = ['10T12', '09T12'].map((time) => ({ createdAt: `2026-03-${time}:00:00Z` }));

  it.each([
    ['while there is none', [], '2026-03-10T12:00:00Z', true],
    ['not before the interval has passed since the newest one', backups, '2026-03-11T11:59:59Z', false],
    ['once the interval has passed since the newest one', backups, '2026-03-11T12:00:00Z', true],
  ])('a backup is due %s', (_, made, now, due) => {
    expect(isBackupDue(made, 24, new Date(now))).toBe(due);
  });
});
