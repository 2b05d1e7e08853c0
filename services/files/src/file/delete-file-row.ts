import type { EntityManager } from 'typeorm';
import { queueObjectDeletion } from '../storage-cleanup/queue-object-deletion.js';
import { SharedFile } from './shared-file.entity.js';

/** Deletes the file's row and queues the deletion of its objects: original, thumbnail and rendition. */
export async function deleteFileRow(manager: EntityManager, file: SharedFile, now: Date): Promise<void> {
  await manager.delete(SharedFile, { id: file.id });
  const previews = [file.thumbnail, file.rendition].flatMap((object) => object?.objectKey ?? []);
  await queueObjectDeletion(manager, [file.objectKey, ...previews], now);
}
