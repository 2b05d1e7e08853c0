import type { EntityManager } from 'typeorm';
import { queueObjectDeletion } from '../storage-cleanup/queue-object-deletion.js';
import { SharedFile } from './shared-file.entity.js';

/**
 * Deletes the file's row, and that of the resumable upload that it came by: its metadata names the file and its sender.
 * Queues the deletion of its objects: original, thumbnail and rendition.
 */
export async function deleteFileRow(manager: EntityManager, file: SharedFile, now: Date): Promise<void> {
  await manager.delete(SharedFile, { id: file.id });
  // One that the deletion of its account has locked is deleted there.
  await manager.query(
    `DELETE FROM uploads WHERE id = ANY (ARRAY(
       SELECT id FROM uploads WHERE id = $1 AND committed_at IS NOT NULL FOR UPDATE SKIP LOCKED))`,
    [file.id],
  );
  const previews = [file.thumbnail, file.rendition].flatMap((object) => object?.objectKey ?? []);
  await queueObjectDeletion(manager, [file.objectKey, ...previews], now);
}
