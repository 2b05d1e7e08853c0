import type { EntityManager } from 'typeorm';
import type { Owner } from '../owner/owner.js';

/** Number of files that count towards the owner's quota: available files, and reservations of open uploads. */
export async function countFiles(manager: EntityManager, owner: Owner, now: Date): Promise<number> {
  const column = owner.userId === null ? 'browser_id' : 'user_id';
  const rows: unknown = await manager.query(
    `SELECT (SELECT count(*) FROM files
             WHERE ${column} = $1 AND (delete_at IS NULL OR delete_at > $2))::int
          + (SELECT count(*) FROM reservations JOIN uploads ON uploads.id = upload_id
             WHERE ${column} = $1 AND lease_until > $2)::int AS count`,
    [owner.userId ?? owner.browserId, now],
  );
  return (rows as [{ count: number }])[0].count;
}
