import { VerificationTokens } from './verification-tokens.js';

const tokens = new VerificationTokens([Buffer.alloc(32, 1)]);
const file = { id: 'b2f7e0c6-0a54-4a8e-9a61-0f3f6a3c9f10', passwordVersion: 3 };
const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-02T12:00:00Z');

describe('a verification token', () => {
  const token = tokens.issue(file, later);

  it('opens the file it was issued for until it expires', () => {
    expect(tokens.verify(token, file, now)).toBe(true);
    expect(tokens.verify(token, file, later)).toBe(false);
  });

  it('is void once the password changed', () => {
    expect(tokens.verify(token, { ...file, passwordVersion: 4 }, now)).toBe(false);
  });

  it('opens no other file', () => {
    expect(tokens.verify(token, { ...file, id: 'another' }, now)).toBe(false);
  });

  it('is worth nothing under another secret', () => {
    expect(new VerificationTokens([Buffer.alloc(32, 2)]).verify(token, file, now)).toBe(false);
  });

  it('outlives its secret as long as that stands behind a newer one, which signs the next', () => {
    const both = new VerificationTokens([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]);
    expect(both.verify(token, file, now)).toBe(true);
    const next = both.issue(file, later);
    expect(tokens.verify(next, file, now)).toBe(false);
    expect(new VerificationTokens([Buffer.alloc(32, 2)]).verify(next, file, now)).toBe(true);
  });

  it('cannot be stretched', () => {
    const stretched = token.replace(/^[^.]+/, (expiry) => (parseInt(expiry, 36) + 1).toString(36));
    expect(tokens.verify(stretched, file, now)).toBe(false);
  });

  it.each([
    '',
    '.',
    'nonsense',
    `${token}x`,
    token.slice(0, -1),
    ` ${token}`,
    'zzzzzzzzzzzz.' + 'A'.repeat(43),
  ])('is not %j', (other) => expect(tokens.verify(other, file, now)).toBe(false));

  it('fits an address as it is', () => {
    expect(encodeURIComponent(token)).toBe(token);
  });
});
