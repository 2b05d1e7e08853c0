import type { ErrorCode } from '@waybill/contracts';
import { takedownRefusal } from '../takedown/takedown.policy.js';
import { scanRefusal } from '../virus-scan/virus-scan.policy.js';
import type { AccessAction, AccessContext } from './access-context.js';

/** A reason to refuse access. */
export interface AccessGate {
  readonly name: string;
  /** The code to refuse with; null: passed. */
  readonly check: (context: AccessContext) => ErrorCode | null;
}

/** Actions that reveal nothing of a protected file: they are open without its password. */
const openWithoutPassword: ReadonlySet<AccessAction> = new Set([
  'metadata',
  'check-protection',
  'verify-password',
]);

/**
 * All gates of a file, in the order in which they refuse. Every action of every caller passes all of them; a file that
 * does not exist or has expired is refused before. A new reason to refuse access is a new row.
 */
export const accessGates: readonly AccessGate[] = [
  { name: 'takedown', check: ({ file }) => takedownRefusal(file) },
  { name: 'virus scan', check: ({ file, isOwner }) => scanRefusal(file, isOwner) },
  { name: 'password', check: passwordGate },
];

/** The code of the first gate that refuses; null: access is granted. */
export function refusalOf(context: AccessContext): ErrorCode | null {
  for (const { check } of accessGates) {
    const code = check(context);
    if (code !== null) return code;
  }
  return null;
}

function passwordGate({ action, file, isOwner, hasFileToken }: AccessContext): ErrorCode | null {
  if (openWithoutPassword.has(action) || isOwner) return null;
  return file.passwordHash === null || hasFileToken ? null : 'files.password-required';
}
