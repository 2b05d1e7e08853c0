import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, fileRead, type InputOf, type reportReading } from '@waybill/contracts';
import { RateLimiter } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { FileLookupService } from '../file/file-lookup.service.js';
import type { SharedFile } from '../file/shared-file.entity.js';
import { mergeReading, readingWithin } from './unchecked-reading.policy.js';
import { lastPageOf, plausibleReading, readablePages } from './reading.policy.js';
import { reportsPerVisit } from './visit.limits.js';
import { VISIT_WINDOW_MS, VisitWindow } from './visit-window.entity.js';
import { pageKeyOf } from './visit-window.repository.js';

/** Checks reports of reading against the visit and the file, and publishes what is plausible. */
@Injectable()
export class ReportedReadingService {
  constructor(
    private readonly database: DataSource,
    private readonly files: FileLookupService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly limiter: RateLimiter,
  ) {}

  /** Ignores reports of unknown visits, unavailable files, files whose pages cannot be counted, and floods. */
  async report({ fileId, pageVisitId, reading }: InputOf<typeof reportReading>): Promise<void> {
    const file = await this.find(fileId);
    if (file === null || (readablePages(file) === null && file.previewState !== 'pending')) return;
    await this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const window = await manager.findOne(VisitWindow, {
        where: { targetId: fileId, key: pageKeyOf(pageVisitId) },
        lock: { mode: 'for_no_key_update' },
      });
      if (!window || window.seenAt.getTime() <= now.getTime() - VISIT_WINDOW_MS) return;
      // Count only reports of visits that exist, so that made-up ids create no counters.
      if (!(await this.limiter.consume(reportsPerVisit, window.visitId)).allowed) return;
      const pageCount = readablePages(file) ?? (await this.countedMeanwhile(manager, fileId));
      const elapsedMs = now.getTime() - window.startedAt.getTime();
      const bounds = { pageCount: pageCount ?? Infinity, remainingMs: elapsedMs - window.reportedMs };
      const pages = plausibleReading(reading, bounds);
      const read = mergeReading(window.uncheckedReading, {
        pages,
        page: lastPageOf(reading, bounds.pageCount),
        isFinished: reading.finished ?? false,
      });
      await manager.update(
        VisitWindow,
        { targetId: fileId, key: window.key },
        {
          seenAt: now,
          reportedMs: window.reportedMs + pages.reduce((sum, { ms }) => sum + ms, 0),
          uncheckedReading: pageCount === null ? { ...read } : null,
        },
      );
      const plausible = pageCount === null ? null : readingWithin(read, pageCount);
      if (plausible === null) return;
      await this.outbox.add(manager, fileRead, fileId, {
        fileId,
        visitId: window.visitId,
        readAt: now.toISOString(),
        ...plausible,
      });
    });
  }

  /**
   * Reads the page count, and blocks the worker from setting it until this transaction ends. Otherwise the worker could
   * publish the early reading before this transaction has stored its own.
   */
  private async countedMeanwhile(manager: EntityManager, fileId: string): Promise<number | null> {
    const [row]: { page_count: number | null }[] = await manager.query(
      'SELECT page_count FROM files WHERE id = $1 FOR SHARE',
      [fileId],
    );
    return row?.page_count ?? null;
  }

  private async find(fileId: string): Promise<Readonly<SharedFile> | null> {
    try {
      return await this.files.find(fileId);
    } catch (error) {
      if (AppError.isRefusal(error)) return null;
      throw error;
    }
  }
}
