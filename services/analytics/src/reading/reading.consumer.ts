import { Controller } from '@nestjs/common';
import { ConsumesInBatches, Inbox } from '@waybill/bus';
import { type EventMessage, fileRead } from '@waybill/contracts';
import { VisitEventsService } from '../live/visit-events.service.js';
import { FileRecordRepository } from '../records/file-record.repository.js';
import { ReadingRepository } from './reading.repository.js';

@Controller()
export class ReadingConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly records: FileRecordRepository,
    private readonly reading: ReadingRepository,
    private readonly live: VisitEventsService,
  ) {}

  @ConsumesInBatches(fileRead)
  async filesRead(events: readonly EventMessage<typeof fileRead>[]): Promise<void> {
    await this.inbox.onceForAll(events, async (manager, fresh) => {
      const open = await this.records.lockAll(
        manager,
        fresh.map(({ data }) => data.fileId),
      );
      const reports = fresh.map(({ data }) => data).filter(({ fileId }) => open.has(fileId));
      for (const report of reports) await this.reading.add(manager, report);
      await this.live.read(
        manager,
        reports.map(({ visitId: id, page, pageCount, isFinished }) => ({ id, page, pageCount, isFinished })),
      );
    });
  }
}
