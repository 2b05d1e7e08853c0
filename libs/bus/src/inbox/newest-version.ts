import { createHash } from 'node:crypto';
import { AppError } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';

/** Version of a deleted entity. Higher than any real version, so that no late event can undo the deletion. */
export const LAST_VERSION = 2 ** 31 - 1;

/**
 * Records the version of a change, for projections that store no version themselves, such as those whose row the change
 * deletes. Concurrent changes with one key wait for each other.
 * @param key kind and id of what changed
 * @returns whether the version is newer than every recorded one. Otherwise the change must not be applied
 */
export async function recordVersion(manager: EntityManager, key: string, version: number): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `INSERT INTO newest_versions AS known (key_hash, version) VALUES ($1, $2)
     ON CONFLICT (key_hash) DO UPDATE SET version = excluded.version WHERE known.version < excluded.version
     RETURNING version`,
    [keyHashOf(key), version],
  );
  return rows.length > 0;
}

/**
 * Records a deletion. From then on `recordVersion` returns false for every change with this key, however late its event
 * arrives.
 */
export async function markDeleted(manager: EntityManager, key: string): Promise<void> {
  await recordVersion(manager, key, LAST_VERSION);
}

/**
 * Makes a concurrent deletion wait until the transaction ends.
 * @returns false if a deletion was recorded before
 */
export async function lockAgainstDeletion(manager: EntityManager, key: string): Promise<boolean> {
  const parameters = [keyHashOf(key)];
  await manager.query(
    'INSERT INTO newest_versions (key_hash, version) VALUES ($1, 0) ON CONFLICT DO NOTHING',
    parameters,
  );
  const [row] = await manager.query<{ version: number }[]>(
    'SELECT version FROM newest_versions WHERE key_hash = $1 FOR SHARE',
    parameters,
  );
  return row?.version !== LAST_VERSION;
}

/**
 * Like `lockAgainstDeletion`, for a call by which an account creates something: its session may have been checked just
 * before the account was deleted.
 * @throws AppError `auth.required`
 */
export async function requireAccount(manager: EntityManager, userId: string): Promise<void> {
  if (!(await lockAgainstDeletion(manager, accountKey(userId)))) throw new AppError('auth.required');
}

/**
 * Whether a deletion was recorded, as a part of a larger statement. Locks nothing.
 * @param keyHash expression of SQL, a `keyHashOf`
 */
export function wasDeleted(keyHash: string): string {
  return `EXISTS (SELECT FROM newest_versions WHERE key_hash = ${keyHash} AND version = ${LAST_VERSION})`;
}

/** Key of an account in every service. */
export function accountKey(userId: string): string {
  return `account ${userId}`;
}

export function keyHashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
