import { Controller } from '@nestjs/common';
import { ConsumesInBatches, Inbox } from '@waybill/bus';
import { type EventMessage, fileRead } from '@waybill/contracts';
import { FileRecordRepository } from '../records/file-record.repository.js';
import { ReadingRepository } from './reading.repository.js';

@Controller()
export class ReadingConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly records: FileRecordRepository,
    private readonly reading: ReadingRepository,
  ) {}

  @ConsumesInBatches(fileRead)
  async filesRead(events: readonly EventMessage<typeof fileRead>[]): Promise<void> {
    await this.inbox.onceForAll(events, async (manager, fresh) => {
      const open = await this.records.lockAll(
        manager,
        fresh.map(({ data }) => data.fileId),
      );
      for (const { data } of fresh) if (open.has(data.fileId)) await this.reading.add(manager, data);
    });
  }
}
