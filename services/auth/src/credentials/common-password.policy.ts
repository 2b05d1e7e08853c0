import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '@waybill/contracts';

/** The 49,000 most frequently leaked passwords, lower case. Bundled, so that no password is sent to another service. */
const commonPasswords = new Set(dictionary['passwords-common']);

/** Ignores case: guessing tools try capital letters too. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.normalize('NFKC').toLowerCase());
}

/** @param field form field that the error names. @throws AppError `auth.password-too-common` */
export function refuseCommonPassword(password: string, field: 'password' | 'new_password'): void {
  if (!isCommonPassword(password)) return;
  const { message } = new AppError('auth.password-too-common');
  throw new AppError('auth.password-too-common', undefined, { errors: [{ field, message }] });
}
