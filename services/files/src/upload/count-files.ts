import type { EntityManager } from 'typeorm';
import { type Owner, ownerKey } from '../owner/owner.js';
import { sumUpFileCounts } from './file-counts.js';

/** Maximum number of rows of changes of one owner. When a count reads more, it replaces them with their sum. */
const MAX_CHANGES = 200;

/** An owner. The count is exact if it is at least `exactFrom`, otherwise an upper bound. */
export interface OwnerToCount {
  readonly owner: Owner;
  readonly exactFrom: number;
}

/** `own` leaves out unfinished uploads to the owner's file requests, so that strangers cannot use up the quota. */
type CountScope = 'own' | 'all';

/** Like `countFilesOfAll`, for one owner. */
export async function countFiles(
  manager: EntityManager,
  { owner, exactFrom }: OwnerToCount,
  now: Date,
  scope: CountScope = 'own',
): Promise<number> {
  const [count = 0] = await countFilesOfAll(manager, [{ owner, exactFrom }], now, scope);
  return count;
}

/**
 * Counts the files that use the quota of each owner: available files, and reservations of open uploads. A count below
 * `exactFrom` can include expired files that are not deleted yet: it is read from stored sums, whose cost does not
 * depend on the number of files. Does not lock the owners: the caller does (`lockOwners`).
 * @returns counts in the order of `owners`
 */
export async function countFilesOfAll(
  manager: EntityManager,
  owners: readonly OwnerToCount[],
  now: Date,
  scope: CountScope = 'own',
): Promise<number[]> {
  const atMost = await countAtMost(manager, owners, now, scope);
  const close = owners.filter(({ exactFrom }, index) => (atMost[index] ?? 0) >= exactFrom);
  if (close.length === 0) return atMost;
  const exact = await countExactly(manager, close, now, scope);
  const byOwner = new Map(close.map(({ owner }, index) => [ownerKey(owner), exact[index]]));
  return owners.map(({ owner }, index) => byOwner.get(ownerKey(owner)) ?? atMost[index] ?? 0);
}

/** Number of reservations of open uploads. Parameters: $3 now, $4 whether those of file requests count. */
const RESERVATIONS = `(SELECT count(*) FROM reservations JOIN uploads ON uploads.id = upload_id
   WHERE (uploads.user_id = owner.user_id OR uploads.browser_id = owner.browser_id)
     AND committed_at IS NULL AND lease_until > $3 AND ($4 OR request_id IS NULL))::int`;

async function countAtMost(
  manager: EntityManager,
  owners: readonly OwnerToCount[],
  now: Date,
  scope: CountScope,
): Promise<number[]> {
  const rows = await perOwner<{ count: number; changes: number }>(
    manager,
    `counted.files + ${RESERVATIONS} AS count, counted.changes`,
    `, LATERAL (SELECT coalesce(sum(files), 0)::int AS files, count(*)::int AS changes
                FROM file_counts WHERE owner_id = coalesce(user_id, browser_id)) AS counted`,
    { owners, now, scope },
  );
  const often = owners.filter((_, index) => (rows[index]?.changes ?? 0) > MAX_CHANGES);
  if (often.length > 0)
    await sumUpFileCounts(
      manager,
      often.map(({ owner }) => idOf(owner)),
    );
  return rows.map(({ count }) => count);
}

async function countExactly(
  manager: EntityManager,
  owners: readonly OwnerToCount[],
  now: Date,
  scope: CountScope,
): Promise<number[]> {
  const rows = await perOwner<{ count: number }>(
    manager,
    `(SELECT count(*) FROM files
      WHERE (files.user_id = owner.user_id OR files.browser_id = owner.browser_id)
        AND (delete_at IS NULL OR delete_at > $3))::int + ${RESERVATIONS} AS count`,
    '',
    { owners, now, scope },
  );
  return rows.map(({ count }) => count);
}

/** @returns a row for each owner, in the order of `owners` */
function perOwner<T>(
  manager: EntityManager,
  columns: string,
  joined: string,
  { owners, now, scope }: { owners: readonly OwnerToCount[]; now: Date; scope: CountScope },
): Promise<T[]> {
  return manager.query(
    `SELECT ${columns}
     FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS owner (user_id, browser_id, position)${joined}
     ORDER BY position`,
    [
      owners.map(({ owner }) => owner.userId),
      owners.map(({ owner }) => owner.browserId),
      now,
      scope === 'all',
    ],
  );
}

function idOf({ userId, browserId }: Owner): string {
  return userId ?? browserId ?? '';
}
