import type { EntityManager } from 'typeorm';

/** @returns those of the keys that no row names */
export async function unnamedObjects(manager: EntityManager, keys: readonly string[]): Promise<string[]> {
  const rows = await manager.query<{ key: string }[]>(
    `SELECT key FROM unnest($1::text[]) AS key
     WHERE NOT EXISTS (SELECT FROM files WHERE object_key = key)
       AND NOT EXISTS (SELECT FROM files WHERE thumbnail ->> 'objectKey' = key)
       AND NOT EXISTS (SELECT FROM files WHERE rendition ->> 'objectKey' = key)
       AND NOT EXISTS (SELECT FROM reservations WHERE object_key = key)
       AND NOT EXISTS (SELECT FROM resumable_uploads WHERE tail_key = key)
       AND NOT EXISTS (SELECT FROM discarded_objects WHERE object_key = key)`,
    [keys],
  );
  return rows.map(({ key }) => key);
}
