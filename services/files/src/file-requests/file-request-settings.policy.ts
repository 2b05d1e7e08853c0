import {
  AppError,
  DEFAULT_REQUEST_FILES,
  type FileRequestSettings,
  type PlanLimits,
} from '@waybill/contracts';
import { passwordChange } from '../access/password-change.policy.js';
import { isExpired } from '../file/expiry.policy.js';
import type { FileRequest } from '../file-request/file-request.entity.js';

type ChangedColumns = Partial<
  Pick<FileRequest, 'title' | 'message' | 'slug' | 'deleteAt' | 'maxFiles' | 'maxFileSize' | 'isActive'>
>;
type CurrentRequest = Pick<FileRequest, 'slug' | 'deleteAt' | 'passwordHash'>;

/** Columns to change. `password` null removes the password. */
export interface RequestChange {
  readonly columns: ChangedColumns;
  readonly password?: string | null;
}

/**
 * Changes that the requested settings make, if the plan allows them. Current values are always allowed.
 * @param current null for a new request
 * @throws AppError `files.expiry-in-past`, `files.password-not-in-plan`, `requests.slug-not-in-plan`
 */
export function decideRequestChange(
  current: CurrentRequest | null,
  { password, deleteAt, message, maxFiles, ...others }: FileRequestSettings,
  { passwordProtection: isPaid }: PlanLimits,
  now: Date,
): RequestChange {
  const end = deleteAt === undefined || deleteAt === null ? deleteAt : new Date(deleteAt);
  const isNewEnd = end instanceof Date && end.getTime() !== current?.deleteAt?.getTime();
  if (isNewEnd && isExpired(end, now)) throw new AppError('files.expiry-in-past');
  if (password && !isPaid) throw new AppError('files.password-not-in-plan');
  const isNewSlug = others.slug !== undefined && others.slug !== current?.slug;
  if (isNewSlug && !isPaid) throw new AppError('requests.slug-not-in-plan');
  const isProtected = current !== null && current.passwordHash !== null;
  const changedPassword = passwordChange(isProtected, password);
  return {
    columns: {
      ...definedOf(others),
      ...(end !== undefined && { deleteAt: end }),
      ...(message !== undefined && { message: message === '' ? null : message }),
      ...(maxFiles !== undefined && { maxFiles: maxFiles ?? DEFAULT_REQUEST_FILES }),
    },
    ...(changedPassword !== undefined && { password: changedPassword }),
  };
}

function definedOf<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
