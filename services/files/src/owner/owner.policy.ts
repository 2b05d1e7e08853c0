import { AppError, type Caller, type ErrorCode } from '@waybill/contracts';
import type { Owner } from './owner.js';

/** Whether the caller may configure, share and delete a file of `owner`. */
export function isOwnedBy(owner: Owner, caller: Caller): boolean {
  if (owner.userId !== null) return owner.userId === caller.userId;
  return owner.browserId !== null && owner.browserId === caller.browserId;
}

/** A file or bundle. Switching its first link off hides it from everyone but its owner. */
type OwnedRow = Owner & { readonly isFirstLinkActive: boolean };

/** Whether the caller may learn that the file or bundle exists. */
export function mayLearnOf(row: OwnedRow, caller: Caller): boolean {
  return row.isFirstLinkActive || isOwnedBy(row, caller);
}

/**
 * @param hidden refusal of a caller who may not learn that the row exists
 * @throws AppError for a caller other than the owner: `hidden`, `files.login-required` without a session, else
 * `files.forbidden`
 */
export function requireOwner(
  row: OwnedRow,
  caller: Caller,
  hidden: Extract<ErrorCode, 'files.not-found' | 'bundles.not-found'>,
): void {
  if (isOwnedBy(row, caller)) return;
  if (!mayLearnOf(row, caller)) throw new AppError(hidden);
  throw caller.userId === null ? new AppError('files.login-required') : new AppError('files.forbidden');
}
