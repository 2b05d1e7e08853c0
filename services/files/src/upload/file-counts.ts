import type { EntityManager } from 'typeorm';

/** Maximum number of owners whose changes one statement sums up. */
export const OWNERS_AT_ONCE = 500;

/**
 * Replaces the changes of the file count of each owner with their sum. Safe to run concurrently with itself and with
 * any change: the sum of all rows of an owner stays the same.
 * @param owners ids; null: owners with changes, at most 500
 * @returns number of owners that had changes
 */
export async function sumUpFileCounts(
  manager: Pick<EntityManager, 'query'>,
  owners: readonly string[] | null,
): Promise<number> {
  const [row] = await manager.query<{ owners: number }[]>(
    `WITH due AS (SELECT DISTINCT owner_id FROM file_counts
                  WHERE NOT is_sum AND ($1::uuid[] IS NULL OR owner_id = ANY($1)) LIMIT ${OWNERS_AT_ONCE}),
          taken AS (DELETE FROM file_counts
                    WHERE ctid = ANY (ARRAY(SELECT file_counts.ctid FROM file_counts JOIN due USING (owner_id)
                                            FOR UPDATE OF file_counts SKIP LOCKED))
                    RETURNING owner_id, files),
          sums AS (INSERT INTO file_counts (owner_id, files, is_sum)
                   SELECT owner_id, sum(files), true FROM taken GROUP BY owner_id HAVING sum(files) <> 0)
     SELECT count(*)::int AS owners FROM due`,
    [owners],
  );
  return row?.owners ?? 0;
}
