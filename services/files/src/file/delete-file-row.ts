import type { EntityManager } from 'typeorm';
import { queueObjectDeletion } from '../discarded-object/queue-object-deletion.js';
import { SharedFile } from './shared-file.entity.js';

/**
 * Deletes the row of the file, and the row of the resumable upload that brought it, which names the file and its sender.
 * Queues the deletion of its objects: original, thumbnail and rendition.
 */
export async function deleteFileRow(manager: EntityManager, file: SharedFile, now: Date): Promise<void> {
  await manager.delete(SharedFile, { id: file.id });
  // Skips an upload that is locked: the deletion of its account deletes it.
  await manager.query(
    `DELETE FROM uploads WHERE id = ANY (ARRAY(
       SELECT id FROM uploads WHERE id = $1 AND committed_at IS NOT NULL FOR UPDATE SKIP LOCKED))`,
    [file.id],
  );
  const previews = [file.thumbnail, file.rendition].flatMap((object) => object?.objectKey ?? []);
  await queueObjectDeletion(manager, [file.objectKey, ...previews], now);
}
