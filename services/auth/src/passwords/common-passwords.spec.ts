import { isCommonPassword, refuseCommonPassword } from './common-passwords.js';

describe('common passwords', () => {
  it.each(['password1', 'Password1', 'QWERTYUIOP', 'iloveyou', '1qaz2wsx', 'trustno1'])(
    'include %s, whatever its case',
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  it('do not include a passphrase', () => {
    expect(isCommonPassword('quiet otter borrows lamp')).toBe(false);
  });

  it('are refused on the field they were typed in', () => {
    expect(() => refuseCommonPassword('password1', 'new_password')).toThrow(
      expect.objectContaining({
        code: 'auth.password-too-common',
        errors: [
          { field: 'new_password', message: 'This password is too common. Please choose another one.' },
        ],
      }),
    );
  });
});
