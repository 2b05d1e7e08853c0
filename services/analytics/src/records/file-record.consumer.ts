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
import { LiveChangesService } from '../live/live-changes.service.js';
import { VisitEventsService } from '../live/visit-events.service.js';
import { FileRecordRepository } from './file-record.repository.js';

@Controller()
export class FileRecordConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly records: FileRecordRepository,
    private readonly visitEvents: VisitEventsService,
    private readonly changes: LiveChangesService,
  ) {}

  @ConsumesInBatches(fileUploaded)
  async filesUploaded(events: readonly EventMessage<typeof fileUploaded>[]): Promise<void> {
    await this.inbox.onceForAll(events, async (manager, fresh) => {
      const files = fresh.map(({ data }) => data);
      const present = await this.records.applyAll(manager, files);
      await this.visitEvents.publishUploads(
        manager,
        files.filter(({ fileId }) => present.has(fileId)),
      );
    });
  }

  @Consumes(fileSettingsChanged)
  async fileSettingsChanged(event: EventMessage<typeof fileSettingsChanged>): Promise<void> {
    const { fileId, userId } = event.data;
    await this.inbox.once(event, async (manager) => {
      const isNewer = await this.records.applyFacts(manager, event.data);
      await this.visitEvents.announceVisitsOf(manager, [event.data]);
      if (isNewer) await this.changes.publishFile(manager, userId, fileId);
    });
  }

  @Consumes(fileExpired)
  async fileExpired(event: EventMessage<typeof fileExpired>): Promise<void> {
    const { fileId, wasAnonymous } = event.data;
    await this.inbox.once(event, async (manager) => {
      const ownerId = wasAnonymous
        ? await this.records.deleteForFile(manager, fileId)
        : await this.records.markExpired(manager, fileId, new Date(event.time));
      await this.changes.publishFile(manager, ownerId, fileId);
    });
  }

  @Consumes(fileDeleted)
  async fileDeleted(event: EventMessage<typeof fileDeleted>): Promise<void> {
    const { fileId } = event.data;
    await this.inbox.once(event, async (manager) => {
      const ownerId = await this.records.deleteForFile(manager, fileId);
      await this.changes.publishFile(manager, ownerId, fileId);
    });
  }

  @Consumes(userDeleted)
  async userDeleted(event: EventMessage<typeof userDeleted>): Promise<void> {
    await this.inbox.once(event, (manager) => this.records.deleteForUser(manager, event.data.userId));
  }
}
