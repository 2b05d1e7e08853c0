import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, fileAccessed, type InputOf, type recordVisit } from '@waybill/contracts';
import { isSharedAddress, networkTiers, RateLimiter } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { findFile } from '../file/find-file.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { Link } from '../link/link.entity.js';
import { newVisitsPerFile, newVisitsPerFileAndNetwork } from './visit.limits.js';
import { VISIT_WINDOW_MS, VisitWindow } from './visit-window.entity.js';

type Visit = InputOf<typeof recordVisit>;

/** Counts visits: one per person and 30 minutes, for any number of requests. */
@Injectable()
export class VisitsService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly limiter: RateLimiter,
  ) {}

  /** @returns whether it was a new visit @throws AppError `files.expired`, `files.not-found` */
  record(visit: Visit): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const visitId = randomUUID();
      await findFile(manager, visit.fileId, now);
      const key = visit.key ?? visit.joinKey;
      const isFirst =
        key === undefined || (await this.openWindow(manager, { fileId: visit.fileId, key, visitId }, now));
      if (visit.key !== null && !isFirst) return false;
      if (!(await this.mayCount(visit))) {
        // Keep no row of a refused visit: its key is the caller's invention.
        if (isFirst && key !== undefined)
          await manager.delete(VisitWindow, { fileId: visit.fileId, key, visitId });
        return false;
      }
      await this.count(manager, visit, visitId, now);
      return true;
    });
  }

  /**
   * Whether the limits allow one more new visit. They bound the rows that a caller with made-up visit ids can write.
   * Machines use up limits of their own. Shared addresses are not limited: behind a proxy without TRUST_PROXY, all clients have the same one.
   */
  private async mayCount({ fileId, address, isBot = false }: Visit): Promise<boolean> {
    if (isSharedAddress(address)) return true;
    const subject = isBot ? `bots ${fileId}` : fileId;
    for (const [limit, network] of networkTiers(newVisitsPerFileAndNetwork, address)) {
      const { allowed } = await this.limiter.consume(limit, `${subject} ${network}`);
      if (!allowed) return false;
    }
    return (await this.limiter.consume(newVisitsPerFile, subject)).allowed;
  }

  /**
   * Joins the visit in progress under this key, or starts one. A single statement: of concurrent requests exactly one
   * starts it.
   */
  private async openWindow(
    manager: EntityManager,
    { fileId, key, visitId }: { fileId: string; key: string; visitId: string },
    now: Date,
  ): Promise<boolean> {
    const endedBefore = new Date(now.getTime() - VISIT_WINDOW_MS);
    const rows: unknown = await manager.query(
      `INSERT INTO visit_windows AS visit (file_id, key, visit_id, seen_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (file_id, key) DO UPDATE SET
         visit_id = CASE WHEN visit.seen_at <= $5 THEN excluded.visit_id ELSE visit.visit_id END,
         seen_at = greatest(visit.seen_at, excluded.seen_at)
       RETURNING visit_id`,
      [fileId, key, visitId, now, endedBefore],
    );
    return (rows as [{ visit_id: string }])[0].visit_id === visitId;
  }

  private async count(manager: EntityManager, visit: Visit, visitId: string, now: Date): Promise<void> {
    const { fileId, isBot = false } = visit;
    if (!isBot) {
      const { affected } = await manager.increment(SharedFile, { id: fileId }, 'viewCount', 1);
      if (affected === 0) throw new AppError('files.not-found');
      if (visit.linkId !== undefined) await manager.increment(Link, { id: visit.linkId }, 'viewCount', 1);
    }
    const accessedAt = now.toISOString();
    await this.outbox.add(manager, fileAccessed, fileId, { ...visit, visitId, accessedAt });
  }
}
