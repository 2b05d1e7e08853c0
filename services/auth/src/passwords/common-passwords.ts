import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '@waybill/contracts';

/** Some 49,000 passwords that leaked most often, lower case, shipped with the product: no look-up leaves the house. */
const common = new Set(dictionary['passwords-common']);

/** Whether a guesser would try this password early. Capital letters do not make it better. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase());
}

/** @param field the form's field that the sentence belongs to. @throws AppError `auth.password-too-common` */
export function refuseCommonPassword(password: string, field: 'password' | 'new_password'): void {
  if (!isCommonPassword(password)) return;
  const { message } = new AppError('auth.password-too-common');
  throw new AppError('auth.password-too-common', undefined, { errors: [{ field, message }] });
}
