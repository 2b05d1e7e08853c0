import { advisoryLock } from '@waybill/database';
import type { EntityManager } from 'typeorm';
import { type Owner, ownerKey } from './owner.js';

/** Serialises quota checks of one owner until the transaction ends. */
export async function lockOwner(manager: EntityManager, owner: Owner): Promise<void> {
  await advisoryLock(manager, `files.owner.${ownerKey(owner)}`);
}
