import { VerificationTokens } from './verification-tokens.js';

const tokens = new VerificationTokens([Buffer.alloc(32, 1)]);
const file = { kind: 'file' as const, id: 'b2f7e0c6-0a54-4a8e-9a61-0f3f6a3c9f10', version: 3 };
const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-02T12:00:00Z');

describe('VerificationTokens', () => {
  const token = tokens.issue(file, later);

  it('accepts a token for its file until the token expires', () => {
    expect(tokens.verify(token, file, now)).toBe(true);
    expect(tokens.verify(token, file, later)).toBe(false);
  });

  it('refuses a token after the password has changed', () => {
    expect(tokens.verify(token, { ...file, version: 4 }, now)).toBe(false);
  });

  it('refuses a token for another file', () => {
    expect(tokens.verify(token, { ...file, id: 'another' }, now)).toBe(false);
  });

  it('refuses a token signed with another secret', () => {
    expect(new VerificationTokens([Buffer.alloc(32, 2)]).verify(token, file, now)).toBe(false);
  });

  it('accepts tokens of a former secret while it is configured, and signs with the first secret', () => {
    const both = new VerificationTokens([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]);
    expect(both.verify(token, file, now)).toBe(true);
    const next = both.issue(file, later);
    expect(tokens.verify(next, file, now)).toBe(false);
    expect(new VerificationTokens([Buffer.alloc(32, 2)]).verify(next, file, now)).toBe(true);
  });

  it('refuses a token whose expiry was extended', () => {
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
  ])('refuses the malformed token %j', (other) => expect(tokens.verify(other, file, now)).toBe(false));

  it('issues tokens that need no escaping in a URL', () => {
    expect(encodeURIComponent(token)).toBe(token);
  });
});
