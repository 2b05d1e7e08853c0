import type { EntityManager } from 'typeorm';

/** SQL condition: no file, preview or upload names the object `key`. */
export const IS_UNNAMED = `NOT EXISTS (SELECT FROM files WHERE object_key = key)
       AND NOT EXISTS (SELECT FROM files WHERE thumbnail ->> 'objectKey' = key)
       AND NOT EXISTS (SELECT FROM files WHERE rendition ->> 'objectKey' = key)
       AND NOT EXISTS (SELECT FROM reservations WHERE object_key = key)
       AND NOT EXISTS (SELECT FROM resumable_uploads WHERE tail_key = key)
       AND NOT EXISTS (SELECT FROM unlocked_previews WHERE object_key = key)`;

/** @returns the keys that neither a row nor the queue of deletions names */
export async function unnamedObjects(manager: EntityManager, keys: readonly string[]): Promise<string[]> {
  const rows = await manager.query<{ key: string }[]>(
    `SELECT key FROM unnest($1::text[]) AS key
     WHERE ${IS_UNNAMED}
       AND NOT EXISTS (SELECT FROM discarded_objects WHERE object_key = key)`,
    [keys],
  );
  return rows.map(({ key }) => key);
}
