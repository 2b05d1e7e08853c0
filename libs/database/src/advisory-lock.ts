import type { EntityManager } from 'typeorm';

/**
 * Takes a PostgreSQL advisory lock until the transaction of `manager` ends. Transactions with the same key run one
 * after the other.
 */
export async function advisoryLock(manager: EntityManager, key: string): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
}

/** Like `advisoryLock`, for many keys. Takes them in sorted order, so that concurrent transactions cannot deadlock. */
export async function advisoryLocks(manager: EntityManager, keys: readonly string[]): Promise<void> {
  await manager.query(
    'SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest($1::text[]) AS key',
    [[...new Set(keys)].sort()],
  );
}
