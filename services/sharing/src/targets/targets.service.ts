import { Injectable } from '@nestjs/common';
import { LAST_VERSION } from '@waybill/bus';
import type { BundleSnapshot, FileSnapshot } from '@waybill/contracts';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { type NamedTarget, Target, type VisitedTarget } from './target.entity.js';

export interface TargetFacts {
  readonly id: string;
  readonly kind: Target['kind'];
  readonly userId: string | null;
  readonly version: number;
  readonly name: string;
  readonly createdAt: string;
  readonly deleteAt: string | null;
  /** Whether it was opened before this snapshot. Undefined in snapshots of earlier versions. */
  readonly isOpened?: boolean | undefined;
}

/** Condition of a snapshot that gives an opened target without an account to an account. */
const IS_CLAIMED_OPENED = `targets.user_id IS NULL AND excluded.user_id IS NOT NULL AND NOT excluded.is_assumed_opened
  AND excluded.opened_at IS NOT NULL`;

/** Keeps the projection of files and bundles. */
@Injectable()
export class TargetsService {
  /**
   * Applies snapshots of targets that were just created. Older versions are ignored. A creation that arrives late
   * clears `openedAt` of a target that was only assumed to be opened.
   * @returns ids of the snapshots that were ignored
   */
  async saveCreated(manager: EntityManager, facts: readonly TargetFacts[]): Promise<string[]> {
    const ignored = await this.apply(manager, facts, null);
    // Needs no lock order: the statement of `apply` has locked these rows too.
    if (ignored.length > 0) {
      await manager.update(
        Target,
        { id: In(ignored), isAssumedOpened: true },
        { openedAt: null, isAssumedOpened: false },
      );
    }
    return ignored;
  }

  /**
   * Applies a snapshot of a changed target. Older versions are ignored. An unknown target counts as opened, because it
   * may have been opened before its first event arrived. So does one that was opened before an account claimed it:
   * visits of targets without an account are not published.
   */
  async saveChanged(manager: EntityManager, facts: TargetFacts, at: string): Promise<void> {
    await this.apply(manager, [facts], at);
  }

  /**
   * @param changedAt time of the change; null for targets that were just created
   * @returns ids of the snapshots that were ignored
   */
  private async apply(
    manager: EntityManager,
    facts: readonly TargetFacts[],
    changedAt: string | null,
  ): Promise<string[]> {
    const newest = new Map(facts.map((target) => [target.id, target]));
    const rows = [...newest.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const saved = await manager.query<{ id: string }[]>(
      `INSERT INTO targets (id, kind, user_id, version, name, created_at, delete_at, expiry_set_at, opened_at,
         is_assumed_opened)
       SELECT id, kind, user_id, version, name, created_at, delete_at,
         coalesce($2::timestamptz, created_at), $2::timestamptz, $2::timestamptz IS NOT NULL AND NOT is_opened
       FROM jsonb_to_recordset($1) AS t (id uuid, kind text, user_id uuid, version int, name text,
         created_at timestamptz, delete_at timestamptz, is_opened boolean)
       ON CONFLICT (id) DO UPDATE SET
         user_id = excluded.user_id, version = excluded.version, name = excluded.name,
         delete_at = excluded.delete_at,
         expiry_set_at = CASE WHEN targets.delete_at IS DISTINCT FROM excluded.delete_at
           THEN excluded.expiry_set_at ELSE targets.expiry_set_at END,
         warned_at = CASE WHEN targets.delete_at IS DISTINCT FROM excluded.delete_at
           THEN NULL ELSE targets.warned_at END,
         opened_at = CASE WHEN ${IS_CLAIMED_OPENED}
           THEN coalesce(targets.opened_at, excluded.opened_at) ELSE targets.opened_at END,
         is_assumed_opened = targets.is_assumed_opened AND NOT (${IS_CLAIMED_OPENED})
       WHERE targets.version < excluded.version
       RETURNING id`,
      [
        JSON.stringify(
          rows.map(({ id, kind, userId, version, name, createdAt, deleteAt, isOpened = false }) => ({
            id,
            kind,
            version,
            name,
            user_id: userId,
            created_at: createdAt,
            delete_at: deleteAt,
            is_opened: isOpened,
          })),
        ),
        changedAt,
      ],
    );
    const changed = new Set(saved.map(({ id }) => id));
    return [...newest.keys()].filter((id) => !changed.has(id));
  }

  /**
   * Records that a file is no longer served. A file whose upload has not been consumed yet is inserted with version 0,
   * which any snapshot replaces.
   */
  async markUnavailable(
    manager: EntityManager,
    { id, kind, userId, name }: NamedTarget,
    at: string,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO targets (id, kind, user_id, version, name, created_at, expiry_set_at, is_unavailable)
       VALUES ($1, $2, $3, 0, $4, $5, $5, true)
       ON CONFLICT (id) DO UPDATE SET is_unavailable = true WHERE targets.deleted_at IS NULL`,
      [id, kind, userId, name, at],
    );
  }

  find(manager: EntityManager, id: string): Promise<Target | null> {
    return manager.findOneBy(Target, { id, deletedAt: IsNull() });
  }

  /**
   * Times of deletion by target id, without targets whose owner was known then: the deletion has recorded its webhook
   * event. A deletion can overtake the upload, because replicas consume events concurrently.
   */
  async unpublishedDeletionsAmong(
    manager: EntityManager,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Date>> {
    if (ids.length === 0) return new Map();
    const rows = await manager.find(Target, {
      select: { id: true, deletedAt: true },
      where: { id: In([...ids]), deletedAt: Not(IsNull()), isDeletionPublished: false },
    });
    return new Map(
      rows.flatMap(({ id, deletedAt }) => (deletedAt === null ? [] : [[id, deletedAt] as const])),
    );
  }

  /**
   * Locks targets against deletion until the transaction ends, so that nothing is recorded about a deleted target. Must
   * be called before webhooks are locked, to prevent deadlocks.
   * @returns ids of the targets that are already deleted
   */
  async lockAndFindDeleted(manager: EntityManager, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await manager.query<{ id: string; deleted_at: Date | null }[]>(
      'SELECT id, deleted_at FROM targets WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE',
      [[...new Set(ids)]],
    );
    return new Set(rows.filter((row) => row.deleted_at !== null).map(({ id }) => id));
  }

  /** Locks a target like `lockAndFindDeleted`. */
  async isDeletedAfterLock(manager: EntityManager, id: string): Promise<boolean> {
    return (await this.lockAndFindDeleted(manager, [id])).has(id);
  }

  /**
   * Records that targets were opened. A target whose upload has not been consumed yet is inserted with version 0, which
   * any snapshot replaces.
   * @returns ids of the targets whose first visit that can be mailed is one of these
   */
  async open(manager: EntityManager, targets: readonly VisitedTarget[], at: string): Promise<Set<string>> {
    const rows = await manager.query<{ id: string }[]>(
      `WITH visited AS (
         SELECT DISTINCT ON (id) id, kind, "userId" AS user_id, name
         FROM jsonb_to_recordset($1) AS t (id uuid, kind text, "userId" uuid, name text) ORDER BY id
       ), added AS (
         INSERT INTO targets (id, kind, user_id, version, name, created_at, expiry_set_at, opened_at, is_first_view_due)
         SELECT id, kind, user_id, 0, name, $2::timestamptz, $2, $2, id <> ALL ($4) FROM visited
         WHERE NOT EXISTS (SELECT FROM targets WHERE targets.id = visited.id)
         ON CONFLICT DO NOTHING RETURNING id
       ), opened AS (
         UPDATE targets SET opened_at = coalesce(opened_at, $2), is_assumed_opened = false,
           is_first_view_due = is_due AND id <> ALL ($4)
         FROM (SELECT id AS due_id, opened_at IS NULL OR is_first_view_due AS is_due FROM targets
               WHERE id = ANY ($3)
                 AND (opened_at IS NULL OR is_assumed_opened OR is_first_view_due AND id = ANY ($4))
               ORDER BY id FOR NO KEY UPDATE) AS unopened
         WHERE id = due_id RETURNING id, is_due
       )
       SELECT id FROM (SELECT id FROM added UNION ALL SELECT id FROM opened WHERE is_due) AS first
       WHERE id = ANY ($4)`,
      [
        JSON.stringify(targets.map(({ id, kind, userId, name }) => ({ id, kind, userId, name }))),
        at,
        targets.map(({ id }) => id),
        targets.flatMap(({ id, isMailed }) => (isMailed ? [id] : [])),
      ],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Deletes the facts of a target. Its id stays until `purge`, so that a snapshot that arrives late is ignored.
   * @returns the target before its deletion; null if it was unknown or already deleted
   */
  async erase(manager: EntityManager, id: string, at: Date): Promise<Target | null> {
    const erased = {
      userId: null,
      version: LAST_VERSION,
      name: '',
      createdAt: at,
      deleteAt: null,
      expirySetAt: at,
      openedAt: at,
      warnedAt: null,
      deletedAt: at,
      isAssumedOpened: false,
      isFirstViewDue: false,
      isUnavailable: false,
      isDeletionPublished: false,
    };
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(Target)
      .values({ id, kind: 'file', ...erased })
      .orIgnore()
      .returning('id')
      .execute();
    if ((inserted.raw as unknown[]).length > 0) return null;
    const target = await manager.findOne(Target, {
      where: { id, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    if (target) {
      const isDeletionPublished = target.userId !== null;
      await manager.update(Target, { id }, { ...erased, isDeletionPublished });
    }
    return target;
  }

  /** Deletes the ids of targets that were deleted before a time, and targets that expired before it. */
  async purge(manager: EntityManager, before: Date): Promise<void> {
    await manager.query('DELETE FROM targets WHERE deleted_at < $1', [before]);
    await manager.query('DELETE FROM targets WHERE delete_at < $1', [before]);
  }

  async remove(manager: EntityManager, id: string): Promise<void> {
    await manager.delete(Target, { id });
  }

  async removeOfUser(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(Target, { userId });
  }
}

/** Id of the file or bundle of a visit. The first link has the id of its target. */
export function targetIdOf({
  fileId,
  bundleId,
  linkId,
}: {
  readonly fileId: string | null;
  readonly bundleId: string | null;
  readonly linkId: string;
}): string {
  return fileId ?? bundleId ?? linkId;
}

export function factsOfFile(file: FileSnapshot): TargetFacts {
  const { fileId: id, userId, version, originalName: name, createdAt, deleteAt, isOpened } = file;
  return { id, kind: 'file', userId, version, name, createdAt, deleteAt, isOpened };
}

export function factsOfBundle(bundle: BundleSnapshot): TargetFacts {
  const { bundleId: id, userId, version, name, createdAt, deleteAt, isOpened } = bundle;
  return { id, kind: 'bundle', userId, version, name, createdAt, deleteAt, isOpened };
}
