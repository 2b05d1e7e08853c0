import type { EntityManager } from 'typeorm';

/** Adds one view for each occurrence of an id. Locks rows in order of id, so that concurrent calls cannot deadlock. */
export async function addViews(
  manager: EntityManager,
  table: 'files' | 'bundles' | 'links',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const distinct = [...new Set(ids)];
  await manager.query(`SELECT 1 FROM ${table} WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`, [distinct]);
  await manager.query(
    `UPDATE ${table} SET view_count = view_count + views
     FROM (SELECT id, count(*)::int AS views FROM unnest($1::uuid[]) AS id GROUP BY id) AS counted
     WHERE ${table}.id = counted.id`,
    [ids],
  );
}
