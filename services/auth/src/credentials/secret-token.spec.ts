import { hashToken, newSecretToken } from './secret-token.js';

describe('secret token', () => {
  it('a secret token has 256 random bits in URL-safe characters', () => {
    const { token } = newSecretToken();

    expect(token).toMatch(/^[\w-]{43}$/);
    expect(newSecretToken().token).not.toBe(token);
  });

  it('a secret token has a reproducible hash that does not contain it', () => {
    const { token, hash } = newSecretToken();

    expect(hashToken(token)).toEqual(hash);
    expect(hash.toString('base64url')).not.toBe(token);
  });
});
