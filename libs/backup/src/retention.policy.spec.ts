import { KEEP_NEWEST, selectKept } from './retention.policy.js';

describe('selectKept', () => {
  const now = new Date('2026-03-10T12:00:00Z');
  const backups = ['10T12', '09T12', '08T12', '01T12'].map((time) => ({
    createdAt: `2026-03-${time}:00:00Z`,
  }));

  it.each([
    ['the newest backup by default', KEEP_NEWEST, 1],
    ['the newest backup for any retention', { count: 0, days: 0 }, 1],
    ['a number of backups', { count: 3, days: 0 }, 3],
    ['backups up to an age', { count: 1, days: 2 }, 3],
    ['what either rule keeps', { count: 4, days: 1 }, 4],
  ])('keeps %s', (_, retention, kept) => {
    expect(selectKept(backups, retention, now)).toEqual(backups.slice(0, kept));
  });
});
