import { advisoryLock, advisoryLocks } from '@waybill/database';
import type { EntityManager } from 'typeorm';
import { type Owner, ownerKey } from './owner.js';

/** Mutex on the quota of one owner, until the transaction ends: concurrent uploads cannot use the same free space. */
export async function lockOwner(manager: EntityManager, owner: Owner): Promise<void> {
  await advisoryLock(manager, lockKey(owner));
}

/** Like `lockOwner`, for many owners. */
export async function lockOwners(manager: EntityManager, owners: readonly Owner[]): Promise<void> {
  await advisoryLocks(manager, owners.map(lockKey));
}

function lockKey(owner: Owner): string {
  return `files.owner.${ownerKey(owner)}`;
}
