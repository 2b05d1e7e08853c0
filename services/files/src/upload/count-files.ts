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
  const column = owner.userId === null ? 'browser_id' : 'user_id';
  const rows: unknown = await manager.query(
    `SELECT (SELECT count(*) FROM files
             WHERE ${column} = $1 AND (delete_at IS NULL OR delete_at > $2))::int
          + (SELECT count(*) FROM reservations JOIN uploads ON uploads.id = upload_id
             WHERE ${column} = $1 AND lease_until > $2 AND ($3 OR request_id IS NULL))::int AS count`,
    [owner.userId ?? owner.browserId, now, whose === 'all'],
  );
  return (rows as [{ count: number }])[0].count;
}
