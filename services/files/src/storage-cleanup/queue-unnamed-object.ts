import type { EntityManager } from 'typeorm';
import { IS_UNNAMED } from '../installation/unnamed-objects.js';

/**
 * Queues the deletion of an object, unless a row names it. If the object is queued already, its time is raised: a
 * deletion that began before the object was written must not remove the row. The time is raised even if the clock of
 * this process is behind.
 */
export async function queueUnnamedObject(
  manager: EntityManager,
  objectKey: string,
  now: Date,
): Promise<void> {
  await manager.query(
    `INSERT INTO discarded_objects (object_key, discarded_at)
     SELECT key, $2::timestamptz FROM (SELECT $1::text AS key) AS object
     WHERE ${IS_UNNAMED}
     ON CONFLICT (object_key) DO UPDATE
     SET discarded_at = greatest(excluded.discarded_at, discarded_objects.discarded_at + interval '1 ms')`,
    [objectKey, now],
  );
}
