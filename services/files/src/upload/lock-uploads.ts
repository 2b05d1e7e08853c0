import { type EntityManager, In } from 'typeorm';
import { Upload } from './upload.entity.js';

/** Locks uploads until the transaction ends, in order of their id, so that concurrent batches cannot deadlock. */
export async function lockUploads(
  manager: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Upload>> {
  const uploads = await manager.find(Upload, {
    where: { id: In([...new Set(ids)]) },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return new Map(uploads.map((upload) => [upload.id, upload]));
}
