import type { EntityManager } from 'typeorm';
import { Upload } from './upload.entity.js';

/** Finds an upload and locks it until the transaction ends. */
export function findUploadForChange(manager: EntityManager, id: string): Promise<Upload | null> {
  return manager.findOne(Upload, { where: { id }, lock: { mode: 'pessimistic_write' } });
}
