import { Injectable } from '@nestjs/common';
import type { BundleSnapshot, FileSnapshot } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import { Target } from './target.entity.js';

export interface TargetFacts {
  readonly id: string;
  readonly kind: Target['kind'];
  readonly userId: string | null;
  readonly version: number;
  readonly name: string;
  readonly createdAt: string;
  readonly deleteAt: string | null;
}

/** Keeps the projection of files and bundles. */
@Injectable()
export class TargetsService {
  /**
   * Applies snapshots. An older version changes nothing.
   * @param isNew whether they were just made, so that nobody can have opened them
   */
  async save(
    manager: EntityManager,
    facts: readonly TargetFacts[],
    at: string,
    isNew: boolean,
  ): Promise<void> {
    const newest = new Map(facts.map((target) => [target.id, target]));
    const rows = [...newest.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await manager.query(
      `INSERT INTO targets (id, kind, user_id, version, name, created_at, delete_at, expiry_set_at, opened_at)
       SELECT id, kind, user_id, version, name, created_at, delete_at,
         coalesce($2::timestamptz, created_at), $2::timestamptz
       FROM jsonb_to_recordset($1) AS t (id uuid, kind text, user_id uuid, version int, name text,
         created_at timestamptz, delete_at timestamptz)
       ON CONFLICT (id) DO UPDATE SET
         user_id = excluded.user_id, version = excluded.version, name = excluded.name,
         delete_at = excluded.delete_at,
         expiry_set_at = CASE WHEN targets.delete_at IS DISTINCT FROM excluded.delete_at
           THEN excluded.expiry_set_at ELSE targets.expiry_set_at END,
         warned_at = CASE WHEN targets.delete_at IS DISTINCT FROM excluded.delete_at
           THEN NULL ELSE targets.warned_at END
       WHERE targets.version < excluded.version`,
      [
        JSON.stringify(
          rows.map(({ id, kind, userId, version, name, createdAt, deleteAt }) => ({
            ...{ id, kind, version, name },
            user_id: userId,
            created_at: createdAt,
            delete_at: deleteAt,
          })),
        ),
        isNew ? null : at,
      ],
    );
  }

  find(manager: EntityManager, id: string): Promise<Target | null> {
    return manager.findOneBy(Target, { id });
  }

  async remove(manager: EntityManager, id: string): Promise<void> {
    await manager.delete(Target, { id });
  }

  async removeOfUser(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(Target, { userId });
  }
}

export function factsOfFile(file: FileSnapshot): TargetFacts {
  const { fileId: id, userId, version, originalName: name, createdAt, deleteAt } = file;
  return { id, kind: 'file', userId, version, name, createdAt, deleteAt };
}

export function factsOfBundle(bundle: BundleSnapshot): TargetFacts {
  const { bundleId: id, userId, version, name, createdAt, deleteAt } = bundle;
  return { id, kind: 'bundle', userId, version, name, createdAt, deleteAt };
}
