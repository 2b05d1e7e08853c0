import type { EntityManager } from 'typeorm';
import { DiscardedObject } from './discarded-object.entity.js';

/** Remembers, in the transaction that gives objects up, that their bytes have to go. */
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
