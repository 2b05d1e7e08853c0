import type { EntityManager } from 'typeorm';

/** Queues the deletion of objects, in the transaction that deletes their rows. */
export async function queueObjectDeletion(
  manager: EntityManager,
  objectKeys: readonly string[],
  now: Date,
): Promise<void> {
  if (objectKeys.length === 0) return;
  // One array, because a statement has at most 65,535 parameters, and a bundle can have more objects.
  await manager.query(
    'INSERT INTO discarded_objects (object_key, discarded_at) SELECT key, $2 FROM unnest($1::text[]) AS key',
    [objectKeys, now],
  );
}
