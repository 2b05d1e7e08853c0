import { hashOfToken, newSecretToken } from './secret-token.js';

describe('secret tokens', () => {
  it('carry 256 random bits in a form that survives an address bar', () => {
    const { token } = newSecretToken();

    expect(token).toMatch(/^[\w-]{43}$/);
    expect(newSecretToken().token).not.toBe(token);
  });

  it('are found again by their hash, which does not contain them', () => {
    const { token, hash } = newSecretToken();

    expect(hashOfToken(token)).toEqual(hash);
    expect(hash.toString('base64url')).not.toBe(token);
  });
});
