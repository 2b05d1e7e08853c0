import type { EntityManager } from 'typeorm';
import type { Owner } from '../owner/owner.js';

/**
 * Number of files that count towards the owner's quota: available files, and reservations of open uploads.
 * @param whose `own`: without the unfinished uploads of others to the owner's file requests, so that a stranger cannot
 * fill the plan
 */
export async function countFiles(
  manager: EntityManager,
  owner: Owner,
  now: Date,
  whose: 'own' | 'all' = 'own',
): Promise<number> {
  const [count = 0] = await countFilesOfAll(manager, [owner], now, whose);
  return count;
}

/** Like `countFiles`, for many owners, in their order. */
export async function countFilesOfAll(
  manager: EntityManager,
  owners: readonly Owner[],
  now: Date,
  whose: 'own' | 'all' = 'own',
): Promise<number[]> {
  const rows: { count: number }[] = await manager.query(
    `SELECT (SELECT count(*) FROM files
             WHERE (files.user_id = owner.user_id OR files.browser_id = owner.browser_id)
               AND (delete_at IS NULL OR delete_at > $3))::int
          + (SELECT count(*) FROM reservations JOIN uploads ON uploads.id = upload_id
             WHERE (uploads.user_id = owner.user_id OR uploads.browser_id = owner.browser_id)
               AND committed_at IS NULL AND lease_until > $3 AND ($4 OR request_id IS NULL))::int AS count
     FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS owner (user_id, browser_id, position)
     ORDER BY position`,
    [owners.map(({ userId }) => userId), owners.map(({ browserId }) => browserId), now, whose === 'all'],
  );
  return rows.map(({ count }) => count);
}
