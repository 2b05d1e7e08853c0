import type { EntityManager } from 'typeorm';
import { DiscardedObject } from './discarded-object.entity.js';

/** Queues the deletion of objects, in the transaction that deletes their rows. */
export async function queueObjectDeletion(
  manager: EntityManager,
  objectKeys: readonly string[],
  now: Date,
): Promise<void> {
  if (objectKeys.length === 0) return;
  await manager.insert(
    DiscardedObject,
    objectKeys.map((objectKey) => ({ objectKey, discardedAt: now })),
  );
}
