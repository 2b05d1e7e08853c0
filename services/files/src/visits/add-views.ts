import type { EntityManager } from 'typeorm';

type ViewedTable = 'files' | 'bundles' | 'links';

/** Adds one view for each occurrence of an id: of a file, one through its bundle. */
export async function addViews(
  manager: EntityManager,
  table: ViewedTable,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await lockViewed(manager, table, ids);
  await raiseViewCounts(manager, table, ids);
  if (table === 'files') await raiseBundleViewCounts(manager, ids);
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
  await raise(manager, { table, column: 'view_count', condition }, ids);
}

/** Adds one view through a bundle for each occurrence of the id of a file. The rows must be locked. */
export async function raiseBundleViewCounts(
  manager: EntityManager,
  fileIds: readonly string[],
): Promise<void> {
  await raise(manager, { table: 'files', column: 'bundle_view_count', condition: 'true' }, fileIds);
}

async function raise(
  manager: EntityManager,
  { table, column, condition }: { table: ViewedTable; column: string; condition: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await manager.query(
    `UPDATE ${table} SET ${column} = ${column} + views
     FROM (SELECT id, count(*)::int AS views FROM unnest($1::uuid[]) AS id GROUP BY id) AS counted
     WHERE ${table}.id = counted.id AND ${condition}`,
    [ids],
  );
}
