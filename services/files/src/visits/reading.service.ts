import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, fileRead, type InputOf, type reportReading } from '@waybill/contracts';
import { RateLimiter } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { FileLookupService } from '../file/file-lookup.service.js';
import { lastPageOf, plausibleReading, readablePages } from './reading.policy.js';
import { reportsPerVisit } from './visit.limits.js';
import { VISIT_WINDOW_MS, VisitWindow } from './visit-window.entity.js';

/** Checks reports of reading against the visit and the file, and publishes what is plausible. */
@Injectable()
export class ReadingService {
  constructor(
    private readonly database: DataSource,
    private readonly files: FileLookupService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly limiter: RateLimiter,
  ) {}

  /** Ignores reports of unknown visits, unavailable files, files whose number of pages is unknown, and floods. */
  async report({ fileId, pageVisitId, reading }: InputOf<typeof reportReading>): Promise<void> {
    const pageCount = await this.pagesOf(fileId);
    if (pageCount === null) return;
    await this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const window = await manager.findOne(VisitWindow, {
        where: { fileId, key: `page:${pageVisitId}` },
        lock: { mode: 'for_no_key_update' },
      });
      if (!window || window.seenAt.getTime() <= now.getTime() - VISIT_WINDOW_MS) return;
      // Only for visits that exist: ids that a caller makes up take no place among the counters.
      if (!(await this.limiter.consume(reportsPerVisit, window.visitId)).allowed) return;
      const elapsedMs = now.getTime() - window.startedAt.getTime();
      const pages = plausibleReading(reading, { pageCount, remainingMs: elapsedMs - window.reportedMs });
      const isFinished = reading.finished ?? false;
      const acceptedMs = pages.reduce((sum, { ms }) => sum + ms, 0);
      await manager.update(
        VisitWindow,
        { fileId, key: window.key },
        { seenAt: now, reportedMs: window.reportedMs + acceptedMs },
      );
      if (pages.length === 0 && !isFinished) return;
      const page = lastPageOf(reading, pageCount);
      await this.outbox.add(manager, fileRead, fileId, {
        ...(page !== undefined && { page }),
        fileId,
        visitId: window.visitId,
        readAt: now.toISOString(),
        pages,
        pageCount,
        isFinished,
      });
    });
  }

  private async pagesOf(fileId: string): Promise<number | null> {
    try {
      return readablePages(await this.files.find(fileId));
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return null;
      throw error;
    }
  }
}
