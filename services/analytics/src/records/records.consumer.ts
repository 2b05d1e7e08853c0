import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import {
  type EventMessage,
  fileDeleted,
  fileExpired,
  fileSettingsChanged,
  fileUploaded,
  userDeleted,
} from '@waybill/contracts';
import { FileRecords } from './file-records.js';

@Controller()
export class RecordsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly records: FileRecords,
  ) {}

  @Consumes(fileUploaded)
  async fileUploaded(event: EventMessage<typeof fileUploaded>): Promise<void> {
    await this.inbox.once(event, (manager) => this.records.learn(manager, event.data));
  }

  @Consumes(fileSettingsChanged)
  async fileSettingsChanged(event: EventMessage<typeof fileSettingsChanged>): Promise<void> {
    await this.inbox.once(event, (manager) => this.records.learn(manager, event.data));
  }

  @Consumes(fileExpired)
  async fileExpired(event: EventMessage<typeof fileExpired>): Promise<void> {
    const { fileId, wasAnonymous } = event.data;
    await this.inbox.once(event, (manager) =>
      wasAnonymous
        ? this.records.forget(manager, fileId)
        : this.records.markExpired(manager, fileId, new Date(event.time)),
    );
  }

  @Consumes(fileDeleted)
  async fileDeleted(event: EventMessage<typeof fileDeleted>): Promise<void> {
    await this.inbox.once(event, (manager) => this.records.forget(manager, event.data.fileId));
  }

  @Consumes(userDeleted)
  async userDeleted(event: EventMessage<typeof userDeleted>): Promise<void> {
    await this.inbox.once(event, (manager) => this.records.forgetAllOf(manager, event.data.userId));
  }
}
