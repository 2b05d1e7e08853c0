import { AppError, type Caller } from '@waybill/contracts';
import type { Owner } from './owner.js';

/** Whether the caller may configure, share and delete a file of `owner`. */
export function isOwnedBy(owner: Owner, caller: Caller): boolean {
  if (owner.userId !== null) return owner.userId === caller.userId;
  return owner.browserId !== null && owner.browserId === caller.browserId;
}

/**
 * @throws AppError for a caller other than the owner: `files.login-required` without a session, else `files.forbidden`
 */
export function requireOwner(owner: Owner, caller: Caller): void {
  if (isOwnedBy(owner, caller)) return;
  throw caller.userId === null ? new AppError('files.login-required') : new AppError('files.forbidden');
}
