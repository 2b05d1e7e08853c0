import type { EntityManager } from 'typeorm';

type ViewedTable = 'files' | 'bundles' | 'links';

/** Adds one view for each occurrence of an id. */
export async function addViews(
  manager: EntityManager,
  table: ViewedTable,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await lockViewed(manager, table, ids);
  await raiseViewCounts(manager, table, ids);
}

/**
 * Locks rows in order of id, so that concurrent transactions cannot deadlock.
 * @returns number of rows that exist
 */
export async function lockViewed(
  manager: EntityManager,
  table: ViewedTable,
  ids: readonly string[],
): Promise<number> {
  const sql = `SELECT 1 FROM ${table} WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`;
  return (await manager.query<unknown[]>(sql, [[...new Set(ids)]])).length;
}

/** Adds one view for each occurrence of an id. The rows must be locked. */
export async function raiseViewCounts(
  manager: EntityManager,
  table: ViewedTable,
  ids: readonly string[],
  condition: 'true' | 'bundle_id IS NULL' = 'true',
): Promise<void> {
  if (ids.length === 0) return;
  await manager.query(
    `UPDATE ${table} SET view_count = view_count + views
     FROM (SELECT id, count(*)::int AS views FROM unnest($1::uuid[]) AS id GROUP BY id) AS counted
     WHERE ${table}.id = counted.id AND ${condition}`,
    [ids],
  );
}
