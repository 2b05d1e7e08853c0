import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';

/** Newer than every other version: what has it was deleted. */
const LAST_VERSION = 2 ** 31 - 1;

/**
 * Records the version of a change, for projections that keep none themselves: such as one whose row is deleted by the
 * change. Concurrent changes with one key wait for each other.
 * @param key kind and id of what changed
 * @returns false if a newer change was recorded: this one was overtaken and must not be applied
 */
export async function isNewest(manager: EntityManager, key: string, version: number): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `INSERT INTO newest_versions AS known (key_hash, version) VALUES ($1, $2)
     ON CONFLICT (key_hash) DO UPDATE SET version = excluded.version WHERE known.version < excluded.version
     RETURNING version`,
    [hashOf(key), version],
  );
  return rows.length > 0;
}

/** Records a deletion, after which no change with this key is the newest, however late its event arrives. */
export async function markDeleted(manager: EntityManager, key: string): Promise<void> {
  await isNewest(manager, key, LAST_VERSION);
}

/** Whether a deletion was recorded. Until the transaction ends, a concurrent deletion waits. */
export async function isDeleted(manager: EntityManager, key: string): Promise<boolean> {
  const parameters = [hashOf(key)];
  await manager.query(
    'INSERT INTO newest_versions (key_hash, version) VALUES ($1, 0) ON CONFLICT DO NOTHING',
    parameters,
  );
  const [row] = await manager.query<{ version: number }[]>(
    'SELECT version FROM newest_versions WHERE key_hash = $1 FOR SHARE',
    parameters,
  );
  return row?.version === LAST_VERSION;
}

/** Key of an account in every service. */
export function accountKey(userId: string): string {
  return `account ${userId}`;
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
