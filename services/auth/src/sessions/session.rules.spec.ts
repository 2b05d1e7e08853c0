import { isDueForRenewal, sessionExpiry } from './session.rules.js';

const noon = new Date('2026-01-01T12:00:00Z');
const after = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

describe('a session', () => {
  it('ends 30 days after it was last used', () => {
    expect(sessionExpiry(noon)).toEqual(new Date('2026-01-31T12:00:00Z'));
  });

  it.each([
    [0, false],
    [59, false],
    [60, true],
    [6000, true],
  ])('used %d minutes after its last renewal is renewed: %s', (minutes, due) => {
    expect(isDueForRenewal({ expiresAt: sessionExpiry(noon) }, after(minutes))).toBe(due);
  });
});
