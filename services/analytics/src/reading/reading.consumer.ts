import { Controller } from '@nestjs/common';
import { ConsumesInBatches, Inbox } from '@waybill/bus';
import { type EventMessage, fileRead } from '@waybill/contracts';
import { FileRecordRepository } from '../records/file-record.repository.js';
import { EntryReadingService } from './entry-reading.service.js';

@Controller()
export class ReadingConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly records: FileRecordRepository,
    private readonly reading: EntryReadingService,
  ) {}

  @ConsumesInBatches(fileRead)
  async filesRead(events: readonly EventMessage<typeof fileRead>[]): Promise<void> {
    await this.inbox.onceForAll(events, async (manager, fresh) => {
      const open = await this.records.lockAll(
        manager,
        fresh.map(({ data }) => data.fileId),
      );
      const reports = fresh.map(({ data }) => data).filter(({ fileId }) => open.has(fileId));
      await this.reading.add(manager, reports);
    });
  }
}
