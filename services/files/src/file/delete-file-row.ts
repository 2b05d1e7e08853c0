import type { EntityManager } from 'typeorm';
import { queueObjectDeletion } from '../discarded-object/queue-object-deletion.js';
import { SharedFile } from './shared-file.entity.js';

/**
 * Deletes the row of the file and the row of its resumable upload, which also names the file and its sender. Queues the
 * deletion of the objects of the file: original, thumbnail, rendition, and the renditions of readers with its password.
 */
export async function deleteFileRow(manager: EntityManager, file: SharedFile, now: Date): Promise<void> {
  await manager.delete(SharedFile, { id: file.id });
  // Skip a locked upload: waiting could deadlock with the deletion of its account, which locks uploads before files and
  // deletes the upload itself.
  await manager.query(
    `DELETE FROM uploads WHERE id = ANY (ARRAY(
       SELECT id FROM uploads WHERE id = $1 AND committed_at IS NOT NULL FOR UPDATE SKIP LOCKED))`,
    [file.id],
  );
  const [unlocked] = await manager.query<[{ key: string | null }[], number]>(
    'DELETE FROM unlocked_previews WHERE file_id = $1 RETURNING object_key AS key',
    [file.id],
  );
  const previews = [file.thumbnail, file.rendition].flatMap((object) => object?.objectKey ?? []);
  await queueObjectDeletion(
    manager,
    [file.objectKey, ...previews, ...unlocked.flatMap(({ key }) => key ?? [])],
    now,
  );
}
