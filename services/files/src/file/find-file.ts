import { AppError } from '@waybill/contracts';
import { Any, type EntityManager } from 'typeorm';
import { ExpiredFile } from './expired-file.entity.js';
import { isExpired } from './expiry.policy.js';
import { SharedFile } from './shared-file.entity.js';

/**
 * An available file.
 * @throws AppError `files.expired` from its expiry on, even before the job deletes it; `files.not-found`, also for an
 * expired file whose first link is off: "expired" would reveal to strangers that it existed
 */
export function findFile(manager: EntityManager, fileId: string, now: Date): Promise<SharedFile> {
  return find(manager, fileId, now, false);
}

/** Like `findFile`, with the row locked until the transaction ends. */
export function findFileForChange(manager: EntityManager, fileId: string, now: Date): Promise<SharedFile> {
  return find(manager, fileId, now, true);
}

/** The available ones of the files, locked in the order of their ids until the transaction ends. */
export async function findFilesForChange(
  manager: EntityManager,
  fileIds: readonly string[],
  now: Date,
): Promise<SharedFile[]> {
  const files = await manager.find(SharedFile, {
    where: { id: Any([...fileIds]) },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return files.filter(({ deleteAt }) => !isExpired(deleteAt, now));
}

async function find(manager: EntityManager, id: string, now: Date, forChange: boolean): Promise<SharedFile> {
  const file = await manager.findOne(SharedFile, {
    where: { id },
    ...(forChange && { lock: { mode: 'pessimistic_write' as const } }),
  });
  return requireAvailable(manager, id, file, now);
}

/** @returns `file` if it is available at `now` @throws AppError as `findFile` */
export async function requireAvailable(
  manager: EntityManager,
  id: string,
  file: SharedFile | null,
  now: Date,
): Promise<SharedFile> {
  if (file && !isExpired(file.deleteAt, now)) return file;
  throw file ? expired(file) : await missing(manager, id);
}

/** The error for a file that has no row: `files.expired`, `files.not-found` */
export async function missing(manager: EntityManager, id: string): Promise<AppError> {
  return new AppError((await manager.existsBy(ExpiredFile, { id })) ? 'files.expired' : 'files.not-found');
}

function expired({ isFirstLinkActive }: SharedFile): AppError {
  return new AppError(isFirstLinkActive ? 'files.expired' : 'files.not-found');
}
