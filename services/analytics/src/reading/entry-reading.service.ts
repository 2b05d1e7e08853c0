import { Injectable } from '@nestjs/common';
import type { DataOf, fileRead } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import { type ReadVisit, VisitEventsService } from '../live/visit-events.service.js';
import { ReadingRepository } from './reading.repository.js';

type Reading = DataOf<typeof fileRead>;

/**
 * Adds reading reports to their visits. A report can overtake its visit, if another replica counts the visit or its
 * event is retried. Such a report is stored until the visit arrives. Callers hold the locks of the files' records.
 */
@Injectable()
export class EntryReadingService {
  constructor(
    private readonly reading: ReadingRepository,
    private readonly visitEvents: VisitEventsService,
    private readonly clock: Clock,
  ) {}

  async add(manager: EntityManager, reports: readonly Reading[]): Promise<void> {
    for (const report of reports) {
      if (!(await this.reading.add(manager, report))) await this.keep(manager, report);
    }
    await this.visitEvents.publishReading(manager, reports.map(readVisitOf));
  }

  /**
   * Adds reading reports that arrived before their visits, and drops those of machines.
   * @returns reports to publish after the beginning of the visits
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

  /**
   * Stores a report until its visit arrives. Drops a report whose visit has an entry: `add` would have found the entry
   * of a person, so it is the entry of a machine.
   */
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
