import { type EntityManager, In } from 'typeorm';
import { Bundle } from '../bundle/bundle.entity.js';
import { SharedFile } from '../file/shared-file.entity.js';

/** Files and bundles whose facts are published once after an upgrade. */
export interface Backlog {
  readonly table: string;
  /** Column with the id of the file or bundle. */
  readonly column: string;
}

/** Maximum number of rows of a backlog that one transaction publishes. */
export const BATCH = 200;

/** Removes up to `BATCH` rows from a backlog, without those that another replica is publishing. @returns their ids */
export async function takeBatch(manager: EntityManager, { table, column }: Backlog): Promise<string[]> {
  const [rows] = await manager.query<[{ id: string }[], number]>(
    `DELETE FROM ${table} WHERE ${column} = ANY (ARRAY(
       SELECT ${column} FROM ${table} ORDER BY ${column} LIMIT $1 FOR UPDATE SKIP LOCKED))
     RETURNING ${column} AS id`,
    [BATCH],
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks the bundles before the files, as changes of bundles do: in the other order, the two could deadlock. Without the
 * locks, a concurrent deletion could publish its event before the facts.
 */
export async function lockBundlesAndFiles(
  manager: EntityManager,
  ids: readonly string[],
): Promise<{ bundles: Bundle[]; files: SharedFile[] }> {
  const lock = { mode: 'for_no_key_update' } as const;
  const rows = { where: { id: In([...ids]) }, order: { id: 'ASC' as const }, lock };
  const bundles = await manager.find(Bundle, rows);
  return { bundles, files: await manager.find(SharedFile, rows) };
}
