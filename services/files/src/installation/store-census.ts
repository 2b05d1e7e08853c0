import type { ObjectStore } from '@waybill/storage';
import type { EntityManager } from 'typeorm';
import type { StoreCensus } from './cleanup.policy.js';
import { listObjects } from './list-objects.js';
import { unnamedObjects } from './unnamed-objects.js';

/** Counts all objects of a store. */
export async function takeCensus(manager: EntityManager, store: ObjectStore): Promise<StoreCensus> {
  let named = 0;
  let unnamed = 0;
  for await (const batch of listObjects(store)) {
    const { length } = await unnamedObjects(
      manager,
      batch.map(({ key }) => key),
    );
    unnamed += length;
    named += batch.length - length;
  }
  const [row] = await manager.query<{ hasFiles: boolean }[]>(
    `SELECT EXISTS (SELECT FROM files) OR EXISTS (SELECT FROM reservations) AS "hasFiles"`,
  );
  return { named, unnamed, hasFiles: row?.hasFiles ?? false };
}
