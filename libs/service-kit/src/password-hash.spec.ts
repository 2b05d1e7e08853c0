import { hashPassword, verifyPassword } from './password-hash.js';

describe('password hash', () => {
  it('a password hash is argon2id with the parameters that OWASP recommends', async () => {
    expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('verifies its own password and no other', async () => {
    const hash = await hashPassword('correct horse');

    expect(await verifyPassword(hash, 'correct horse')).toBe(true);
    expect(await verifyPassword(hash, 'Correct horse')).toBe(false);
  });

  it('verifies the same password in another Unicode form', async () => {
    const hash = await hashPassword('pa\u00dfwo\u0308rter');

    expect(await verifyPassword(hash, 'pa\u00dfw\u00f6rter')).toBe(true);
  });

  it('differs between two accounts with the same password', async () => {
    expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'));
  });
});
