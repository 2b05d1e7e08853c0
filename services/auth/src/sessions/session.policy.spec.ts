import { isDueForRenewal, isTooOld, sessionExpiresAt } from './session.policy.js';

const noon = new Date('2026-01-01T12:00:00Z');
const after = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

describe('session policy', () => {
  it('expires a session 30 days after its last use', () => {
    expect(sessionExpiresAt(noon, noon, 180)).toEqual(new Date('2026-01-31T12:00:00Z'));
  });

  it('expires a session after its absolute lifetime, whatever its use', () => {
    expect(sessionExpiresAt(new Date('2026-06-29T12:00:00Z'), noon, 180)).toEqual(
      new Date('2026-06-30T12:00:00Z'),
    );
  });

  it('counts a session as too old once its lifetime has passed', () => {
    expect(isTooOld({ createdAt: noon }, after(24 * 60 - 1), 1)).toBe(false);
    expect(isTooOld({ createdAt: noon }, after(24 * 60), 1)).toBe(true);
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
