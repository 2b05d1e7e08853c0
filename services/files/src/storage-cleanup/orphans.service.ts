import { Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { type ObjectInfo, ObjectStore } from '@waybill/storage';
import { DataSource, LessThan, LessThanOrEqual } from 'typeorm';
import { listObjects } from '../installation/list-objects.js';
import { unnamedObjects } from '../installation/unnamed-objects.js';
import { MIN_OBJECT_AGE_MS, QUARANTINE_MS } from './orphans.policy.js';
import { Orphan } from './orphan.entity.js';

/** Result of a search: number of all objects, and of the orphans among them. */
export interface OrphanSearch {
  readonly objects: number;
  readonly orphans: number;
}

/** Records the objects that no row names, and deletes them. */
@Injectable()
export class OrphansService {
  constructor(
    private readonly database: DataSource,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
  ) {}

  /** Compares the whole store with the rows. A known orphan keeps the time when it was first seen. */
  async search(): Promise<OrphanSearch> {
    const now = this.clock.now();
    let objects = 0;
    for await (const batch of listObjects(this.store)) {
      objects += batch.length;
      await this.record(batch, now);
    }
    const { manager } = this.database;
    await manager.delete(Orphan, { lastSeenAt: LessThan(now) });
    return { objects, orphans: await manager.count(Orphan) };
  }

  /** Oldest first. */
  list(): Promise<Orphan[]> {
    return this.database.manager.find(Orphan, { order: { firstSeenAt: 'ASC', objectKey: 'ASC' } });
  }

  /** Orphans that have been seen for a week. */
  async due(): Promise<Orphan[]> {
    const until = new Date(this.clock.now().getTime() - QUARANTINE_MS);
    return this.database.manager.findBy(Orphan, { firstSeenAt: LessThanOrEqual(until) });
  }

  /** Deletes the orphans, except those that a row names by now. @returns number of deleted objects */
  async delete(orphans: readonly Orphan[]): Promise<number> {
    const { manager } = this.database;
    const keys = await unnamedObjects(
      manager,
      orphans.map(({ objectKey }) => objectKey),
    );
    for (const objectKey of keys) {
      await this.store.delete(objectKey);
      await manager.delete(Orphan, { objectKey });
    }
    return keys.length;
  }

  /** Records that the last search found too many orphans. */
  async refuse(): Promise<void> {
    await this.database.query('UPDATE installation SET orphans_refused_at = $1', [this.clock.now()]);
  }

  async clearRefusal(): Promise<void> {
    await this.database.query('UPDATE installation SET orphans_refused_at = NULL');
  }

  private async record(batch: readonly ObjectInfo[], now: Date): Promise<void> {
    const before = new Date(now.getTime() - MIN_OBJECT_AGE_MS);
    const sizes = new Map(
      batch.flatMap(({ key, size, modifiedAt }) => (modifiedAt < before ? [[key, size]] : [])),
    );
    const { manager } = this.database;
    const keys = await unnamedObjects(manager, [...sizes.keys()]);
    await manager.query(
      `INSERT INTO orphans (object_key, size, first_seen_at, last_seen_at)
       SELECT key, size, $3, $3 FROM unnest($1::text[], $2::bigint[]) AS seen (key, size)
       ON CONFLICT (object_key) DO UPDATE SET last_seen_at = greatest(orphans.last_seen_at, excluded.last_seen_at)`,
      [keys, keys.map((key) => sizes.get(key)), now],
    );
  }
}
