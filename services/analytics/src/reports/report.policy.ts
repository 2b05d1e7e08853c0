import { AppError, type Caller } from '@waybill/contracts';

/** What a report can be refused for. */
interface ReportedFile {
  readonly version: number;
  readonly userId: string | null;
  readonly forgottenAt: Date | null;
}

/**
 * Only the account that owns a file may see who opened it (contract, GET …/analytics).
 * @param file null for a file that was never heard of; one without facts or deleted counts as such
 * @throws AppError `files.login-required`, `analytics.not-found`, `files.forbidden`
 */
export function requireOwner<F extends ReportedFile>(file: F | null, caller: Caller): F {
  if (caller.userId === null) throw new AppError('files.login-required');
  if (!file || file.version === 0 || file.forgottenAt) throw new AppError('analytics.not-found');
  if (file.userId !== caller.userId) throw new AppError('files.forbidden');
  return file;
}
