import { checkAgainstNobody, hashPassword, passwordMatches } from './password-hash.js';

describe('password hashes', () => {
  it('are argon2id with the parameters OWASP recommends', async () => {
    expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('match their password and no other', async () => {
    const hash = await hashPassword('correct horse');

    expect(await passwordMatches(hash, 'correct horse')).toBe(true);
    expect(await passwordMatches(hash, 'Correct horse')).toBe(false);
  });

  it('match the same password typed in another Unicode form', async () => {
    const hash = await hashPassword('pa\u00dfwo\u0308rter');

    expect(await passwordMatches(hash, 'pa\u00dfw\u00f6rter')).toBe(true);
  });

  it('differ for two people with the same password', async () => {
    expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'));
  });

  it('are also computed for an account that does not exist, in vain', async () => {
    expect(await checkAgainstNobody('anything')).toBe(false);
  });
});
