import type { EntityManager } from 'typeorm';
import { queueObjectDeletion } from '../storage-cleanup/queue-object-deletion.js';
import { SharedFile } from './shared-file.entity.js';

/** Takes the file's row away and has all of its bytes deleted: the original, the thumbnail, the rendition. */
export async function deleteFileRow(manager: EntityManager, file: SharedFile, now: Date): Promise<void> {
  await manager.delete(SharedFile, { id: file.id });
  const previews = [file.thumbnail, file.rendition].flatMap((object) => object?.objectKey ?? []);
  await queueObjectDeletion(manager, [file.objectKey, ...previews], now);
}
