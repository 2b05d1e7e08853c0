/**
 * The change that a requested password makes. An empty password is none.
 * @returns undefined for no change, null to remove the password
 */
export function passwordChange(
  isProtected: boolean,
  password: string | null | undefined,
): string | null | undefined {
  if (password === undefined) return undefined;
  if (password !== null && password !== '') return password;
  return isProtected ? null : undefined;
}
