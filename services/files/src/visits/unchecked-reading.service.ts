import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { fileRead } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { type UncheckedReading, readingWithin } from './unchecked-reading.policy.js';

/** Publishes the reading of a file that was reported before its pages were counted. */
@Injectable()
export class UncheckedReadingService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async publish(fileId: string, pageCount: number): Promise<void> {
    const readAt = this.clock.now().toISOString();
    await this.database.transaction(async (manager) => {
      const rows: { key: string; visit_id: string; early_reading: UncheckedReading }[] = await manager.query(
        `SELECT key, visit_id, early_reading FROM visit_windows
         WHERE file_id = $1 AND early_reading IS NOT NULL ORDER BY key FOR NO KEY UPDATE`,
        [fileId],
      );
      if (rows.length === 0) return;
      await manager.query(
        'UPDATE visit_windows SET early_reading = NULL WHERE file_id = $1 AND key = ANY($2)',
        [fileId, rows.map(({ key }) => key)],
      );
      await this.outbox.addAll(
        manager,
        fileRead,
        rows.flatMap(({ visit_id: visitId, early_reading: early }) => {
          const reading = readingWithin(early, pageCount);
          return reading === null ? [] : [{ subject: fileId, data: { fileId, visitId, readAt, ...reading } }];
        }),
      );
    });
  }
}
