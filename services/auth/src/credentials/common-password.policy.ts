import { AppError } from '@waybill/contracts';

let loaded: Promise<ReadonlySet<string>> | undefined;

/**
 * The 49,000 most frequently leaked passwords, lower case. Bundled, so that no password is sent to another service.
 * Loaded when the first password is chosen, because the list takes 12 MiB of memory.
 */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Ignores case: guessing tools try capital letters too. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loaded ??= loadCommonPasswords();
  return (await loaded).has(password.normalize('NFKC').toLowerCase());
}

/** @param field form field that the error names. @throws AppError `auth.password-too-common` */
export async function refuseCommonPassword(
  password: string,
  field: 'password' | 'new_password',
): Promise<void> {
  if (!(await isCommonPassword(password))) return;
  const { message } = new AppError('auth.password-too-common');
  throw new AppError('auth.password-too-common', undefined, { errors: [{ field, message }] });
}
