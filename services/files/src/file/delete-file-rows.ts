import type { EntityManager } from 'typeorm';
import { queueObjectDeletion } from '../discarded-object/queue-object-deletion.js';
import type { SharedFile } from './shared-file.entity.js';

/**
 * Deletes the rows of files and the rows of their resumable uploads, which also name the file and its sender. Queues
 * the deletion of the objects of each file: original, thumbnail, rendition, and the renditions of readers with its
 * password. Sends the same few statements for any number of files.
 */
export async function deleteFileRows(
  manager: EntityManager,
  files: readonly SharedFile[],
  now: Date,
): Promise<void> {
  if (files.length === 0) return;
  const ids = files.map(({ id }) => id);
  await manager.query('DELETE FROM files WHERE id = ANY($1)', [ids]);
  // Skip a locked upload: waiting could deadlock with the deletion of its account, which locks uploads before files and
  // deletes the upload itself.
  await manager.query(
    `DELETE FROM uploads WHERE id = ANY (ARRAY(
       SELECT id FROM uploads WHERE id = ANY($1) AND committed_at IS NOT NULL FOR UPDATE SKIP LOCKED))`,
    [ids],
  );
  const [unlocked] = await manager.query<[{ key: string | null }[], number]>(
    'DELETE FROM unlocked_previews WHERE file_id = ANY($1) RETURNING object_key AS key',
    [ids],
  );
  const keys = files.flatMap(({ objectKey, thumbnail, rendition }) => [
    objectKey,
    ...[thumbnail, rendition].flatMap((object) => object?.objectKey ?? []),
  ]);
  await queueObjectDeletion(manager, [...keys, ...unlocked.flatMap(({ key }) => key ?? [])], now);
}
