import { Injectable } from '@nestjs/common';
import type { DataOf, fileRead } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import { type ReadVisit, VisitEventsService } from '../live/visit-events.service.js';
import { ReadingRepository } from './reading.repository.js';

type Reading = DataOf<typeof fileRead>;

/**
 * Adds reports of reading to their visits. A report may overtake its visit, which another replica counts or which is
 * retried: it waits in the database then. Callers hold the locks of the files' records.
 */
@Injectable()
export class EntryReadingService {
  constructor(
    private readonly reading: ReadingRepository,
    private readonly live: VisitEventsService,
    private readonly clock: Clock,
  ) {}

  async add(manager: EntityManager, reports: readonly Reading[]): Promise<void> {
    for (const report of reports) {
      if (!(await this.reading.add(manager, report))) await this.keep(manager, report);
    }
    await this.live.read(manager, reports.map(readVisitOf));
  }

  /**
   * Adds reading that arrived before its visits. Deletes reading of machines.
   * @returns what to publish after the beginning of these visits
   */
  async addEarly(manager: EntityManager, visitIds: readonly string[]): Promise<ReadVisit[]> {
    if (visitIds.length === 0) return [];
    const rows: { reading: Reading }[] = await manager.query(
      `WITH early AS (DELETE FROM early_reading WHERE visit_id = ANY($1) RETURNING id, reading)
       SELECT reading FROM early ORDER BY id`,
      [visitIds],
    );
    const added: ReadVisit[] = [];
    for (const { reading } of rows) {
      if (await this.reading.add(manager, reading)) added.push(readVisitOf(reading));
    }
    return added;
  }

  /** Keeps nothing for visits of machines, whose entries exist. */
  private async keep(manager: EntityManager, report: Reading): Promise<void> {
    await manager.query(
      `INSERT INTO early_reading (visit_id, file_id, reading, kept_at)
       SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM entries WHERE id = $1)`,
      [report.visitId, report.fileId, JSON.stringify(report), this.clock.now()],
    );
  }
}

function readVisitOf({ visitId: id, page, pageCount, isFinished }: Reading): ReadVisit {
  return { id, page, pageCount, isFinished };
}
