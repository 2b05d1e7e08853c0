import { isCommonPassword, refuseCommonPassword } from './common-password.policy.js';

describe('common password policy', () => {
  it.each(['password1', 'Password1', 'QWERTYUIOP', 'iloveyou', '1qaz2wsx', 'trustno1'])(
    'recognises %s as a common password in any case',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(true);
    },
  );

  it('accepts a passphrase', async () => {
    expect(await isCommonPassword('quiet otter borrows lamp')).toBe(false);
  });

  it('names the form field of a refused password', async () => {
    await expect(refuseCommonPassword('password1', 'new_password')).rejects.toEqual(
      expect.objectContaining({
        code: 'auth.password-too-common',
        errors: [
          { field: 'new_password', message: 'This password is too common. Please choose another one.' },
        ],
      }),
    );
  });
});
