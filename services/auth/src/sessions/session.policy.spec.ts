import { isDueForRenewal, sessionExpiresAt } from './session.policy.js';

const noon = new Date('2026-01-01T12:00:00Z');
const after = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

describe('session policy', () => {
  it('expires a session 30 days after its last use', () => {
    expect(sessionExpiresAt(noon, noon)).toEqual(new Date('2026-01-31T12:00:00Z'));
  });

  it('expires a session 180 days after its log-in', () => {
    expect(sessionExpiresAt(new Date('2026-06-29T12:00:00Z'), noon)).toEqual(
      new Date('2026-06-30T12:00:00Z'),
    );
  });

  it.each([
    [0, false],
    [59, false],
    [60, true],
    [6000, true],
  ])('decides about renewal %d minutes after the last one: %s', (minutes, due) => {
    expect(isDueForRenewal({ lastUsedAt: noon }, after(minutes))).toBe(due);
  });
});
