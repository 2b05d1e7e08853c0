import { selectAllRows } from '@waybill/database';
import type { EntityManager } from 'typeorm';
import { Upload } from './upload.entity.js';

/** Locks uploads until the transaction ends, in order of their id, so that concurrent batches cannot deadlock. */
export async function lockUploads(
  manager: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Upload>> {
  const uploads = await selectAllRows(manager, Upload, 'WHERE id = ANY($1) ORDER BY id FOR UPDATE', [
    [...new Set(ids)],
  ]);
  return new Map(uploads.map((upload) => [upload.id, upload]));
}
