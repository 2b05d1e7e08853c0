import { advisoryLock } from '@waybill/database';
import type { EntityManager } from 'typeorm';
import { type Owner, ownerKey } from './owner.js';

/** A mutex on the quota of one owner, until the transaction ends: two uploads cannot use the same space. */
export async function lockOwner(manager: EntityManager, owner: Owner): Promise<void> {
  await advisoryLock(manager, `files.owner.${ownerKey(owner)}`);
}
