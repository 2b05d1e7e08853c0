import type { EntityManager } from 'typeorm';

/**
 * Adjusts rows to a store that lacks these objects. A file whose original is missing expires now, with the usual event.
 * If a thumbnail or rendition is missing, the whole preview is made again.
 */
export async function repairMissingObjects(
  manager: EntityManager,
  objectKeys: readonly string[],
  now: Date,
): Promise<void> {
  await manager.query('UPDATE files SET delete_at = $2 WHERE object_key = ANY ($1::text[])', [
    objectKeys,
    now,
  ]);
  await manager.query(
    `UPDATE files SET thumbnail = NULL, rendition = NULL, preview_state = 'pending', preview_attempts = 0
     WHERE thumbnail ->> 'objectKey' = ANY ($1::text[]) OR rendition ->> 'objectKey' = ANY ($1::text[])`,
    [objectKeys],
  );
}
