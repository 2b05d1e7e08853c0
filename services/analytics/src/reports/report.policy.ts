import { AppError, type Caller } from '@waybill/contracts';

/** Fields of a file record that decide on access to its report. */
interface ReportedFile {
  readonly version: number;
  readonly userId: string | null;
  readonly deletedAt: Date | null;
}

/**
 * Allows access to the report for the account that owns the file (spec §7).
 * @param file null for an unknown file. A file without facts or a deleted file counts as unknown.
 * @throws AppError `files.login-required`, `analytics.not-found`, `files.forbidden`
 */
export function requireOwner<F extends ReportedFile>(file: F | null, caller: Caller): F {
  if (caller.userId === null) throw new AppError('files.login-required');
  if (!file || file.version === 0 || file.deletedAt) throw new AppError('analytics.not-found');
  if (file.userId !== caller.userId) throw new AppError('files.forbidden');
  return file;
}
