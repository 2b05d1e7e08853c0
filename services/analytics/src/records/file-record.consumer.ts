import { Controller } from '@nestjs/common';
import { Consumes, ConsumesInBatches, Inbox } from '@waybill/bus';
import {
  type EventMessage,
  fileDeleted,
  fileExpired,
  fileSettingsChanged,
  fileUploaded,
  userDeleted,
} from '@waybill/contracts';
import { VisitEventsService } from '../live/visit-events.service.js';
import { FileRecordRepository } from './file-record.repository.js';

@Controller()
export class FileRecordConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly records: FileRecordRepository,
    private readonly live: VisitEventsService,
  ) {}

  @ConsumesInBatches(fileUploaded)
  async filesUploaded(events: readonly EventMessage<typeof fileUploaded>[]): Promise<void> {
    await this.inbox.onceForAll(events, async (manager, fresh) => {
      const files = fresh.map(({ data }) => data);
      await this.records.applyAll(manager, files);
      await this.live.publishUploads(manager, files);
    });
  }

  @Consumes(fileSettingsChanged)
  async fileSettingsChanged(event: EventMessage<typeof fileSettingsChanged>): Promise<void> {
    await this.inbox.once(event, async (manager) => {
      await this.records.applyFacts(manager, event.data);
      await this.live.announceVisitsOf(manager, [event.data]);
    });
  }

  @Consumes(fileExpired)
  async fileExpired(event: EventMessage<typeof fileExpired>): Promise<void> {
    const { fileId, wasAnonymous } = event.data;
    await this.inbox.once(event, (manager) =>
      wasAnonymous
        ? this.records.deleteForFile(manager, fileId)
        : this.records.markExpired(manager, fileId, new Date(event.time)),
    );
  }

  @Consumes(fileDeleted)
  async fileDeleted(event: EventMessage<typeof fileDeleted>): Promise<void> {
    await this.inbox.once(event, (manager) => this.records.deleteForFile(manager, event.data.fileId));
  }

  @Consumes(userDeleted)
  async userDeleted(event: EventMessage<typeof userDeleted>): Promise<void> {
    await this.inbox.once(event, (manager) => this.records.deleteForUser(manager, event.data.userId));
  }
}
