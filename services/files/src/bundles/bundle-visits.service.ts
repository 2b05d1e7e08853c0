import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { bundleAccessed, fileAccessed, type InputOf, type recordBundleVisit } from '@waybill/contracts';
import { isSharedAddress, networkTiers, RateLimiter } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager, In } from 'typeorm';
import { BundleFile } from '../bundle/bundle-file.entity.js';
import { Bundle } from '../bundle/bundle.entity.js';
import { findBundle } from '../bundle/find-bundle.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { Link } from '../link/link.entity.js';
import { newVisitsPerFile, newVisitsPerFileAndNetwork } from '../visits/visit.limits.js';
import { VISIT_WINDOW_MS } from '../visits/visit-window.entity.js';

type Visit = InputOf<typeof recordBundleVisit>;

interface NewVisit {
  readonly fileId: string;
  readonly visitId: string;
}

/** Counts visits of bundles, and those of their files when the archive is downloaded. */
@Injectable()
export class BundleVisitsService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly limiter: RateLimiter,
  ) {}

  /** @returns whether it was a new visit of the bundle @throws AppError of `findBundle` */
  record(visit: Visit): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      await findBundle(manager, visit.bundleId, now);
      const fileIds = visit.isDownload ? await this.fileIdsOf(manager, visit.bundleId) : [];
      const visits = await this.newVisits(manager, visit, [visit.bundleId, ...fileIds], now);
      if (visits.length === 0) return false;
      if (!(await this.mayCount(visit))) {
        await this.closeWindows(manager, visits);
        return false;
      }
      const ofBundle = visits.find(({ fileId }) => fileId === visit.bundleId);
      if (ofBundle) await this.countBundle(manager, visit, ofBundle.visitId, now);
      await this.countFiles(
        manager,
        visit,
        visits.filter((each) => each !== ofBundle),
        now,
      );
      return ofBundle !== undefined;
    });
  }

  private async fileIdsOf(manager: EntityManager, bundleId: string): Promise<string[]> {
    return (await manager.findBy(BundleFile, { bundleId })).map(({ fileId }) => fileId);
  }

  /**
   * Joins the visits in progress under the key, or starts them. @returns those that start. Without a key, all do.
   */
  private async newVisits(
    manager: EntityManager,
    { key, joinKey }: Visit,
    ids: readonly string[],
    now: Date,
  ): Promise<NewVisit[]> {
    const visits = ids.toSorted().map((fileId) => ({ fileId, visitId: randomUUID() }));
    const windowKey = key ?? joinKey;
    if (windowKey === undefined) return visits;
    const endedBefore = new Date(now.getTime() - VISIT_WINDOW_MS);
    const current = await manager.query<{ visit_id: string }[]>(
      `INSERT INTO visit_windows AS visit (file_id, key, visit_id, seen_at)
       SELECT file_id, $3, visit_id, $4 FROM unnest($1::uuid[], $2::uuid[]) AS opened (file_id, visit_id)
       ON CONFLICT (file_id, key) DO UPDATE SET
         visit_id = CASE WHEN visit.seen_at <= $5 THEN excluded.visit_id ELSE visit.visit_id END,
         seen_at = greatest(visit.seen_at, excluded.seen_at)
       RETURNING visit_id`,
      [visits.map(({ fileId }) => fileId), visits.map(({ visitId }) => visitId), windowKey, now, endedBefore],
    );
    if (key === null) return visits;
    const isCurrent = new Set(current.map((row) => row.visit_id));
    return visits.filter(({ visitId }) => isCurrent.has(visitId));
  }

  /** Keeps no row of refused visits: their key is the caller's invention. */
  private async closeWindows(manager: EntityManager, visits: readonly NewVisit[]): Promise<void> {
    await manager.query('DELETE FROM visit_windows WHERE visit_id = ANY ($1::uuid[])', [
      visits.map(({ visitId }) => visitId),
    ]);
  }

  /** The limits of files. A download of the archive counts once for them. */
  private async mayCount({ bundleId, address, isBot = false }: Visit): Promise<boolean> {
    if (isSharedAddress(address)) return true;
    const subject = isBot ? `bots ${bundleId}` : bundleId;
    for (const [limit, network] of networkTiers(newVisitsPerFileAndNetwork, address)) {
      const { allowed } = await this.limiter.consume(limit, `${subject} ${network}`);
      if (!allowed) return false;
    }
    return (await this.limiter.consume(newVisitsPerFile, subject)).allowed;
  }

  private async countBundle(manager: EntityManager, visit: Visit, visitId: string, now: Date): Promise<void> {
    if (!visit.isBot) {
      await manager.increment(Bundle, { id: visit.bundleId }, 'viewCount', 1);
      if (visit.linkId !== undefined) await manager.increment(Link, { id: visit.linkId }, 'viewCount', 1);
    }
    const accessedAt = now.toISOString();
    await this.outbox.add(manager, bundleAccessed, visit.bundleId, { ...visit, visitId, accessedAt });
  }

  private async countFiles(
    manager: EntityManager,
    visit: Visit,
    visits: readonly NewVisit[],
    now: Date,
  ): Promise<void> {
    if (visits.length === 0) return;
    const ids = visits.map(({ fileId }) => fileId);
    if (!visit.isBot) {
      // Locks in order of id, so that concurrent visits cannot deadlock.
      await manager.query('SELECT 1 FROM files WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [ids]);
      await manager.increment(SharedFile, { id: In(ids) }, 'viewCount', 1);
    }
    const accessedAt = now.toISOString();
    await this.outbox.addAll(
      manager,
      fileAccessed,
      visits.map(({ fileId, visitId }) => ({
        subject: fileId,
        data: { ...visit, fileId, visitId, accessedAt },
      })),
    );
  }
}
