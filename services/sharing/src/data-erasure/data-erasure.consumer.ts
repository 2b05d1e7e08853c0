import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { bundleDeleted, type EventMessage, fileDeleted, userDeleted } from '@waybill/contracts';
import { OutgoingMail } from '../outgoing-mails/outgoing-mail.entity.js';

/** Deletes the mails of deleted files, bundles and accounts, sent or unsent. */
@Controller()
export class DataErasureConsumer {
  constructor(private readonly inbox: Inbox) {}

  @Consumes(userDeleted)
  async userDeleted(event: EventMessage<typeof userDeleted>): Promise<void> {
    const { userId } = event.data;
    await this.inbox.once(event, async (manager) => {
      await manager.delete(OutgoingMail, { userId });
    });
  }

  @Consumes(fileDeleted)
  async fileDeleted(event: EventMessage<typeof fileDeleted>): Promise<void> {
    const { fileId } = event.data;
    await this.inbox.once(event, async (manager) => {
      await manager.delete(OutgoingMail, { fileId });
    });
  }

  @Consumes(bundleDeleted)
  async bundleDeleted(event: EventMessage<typeof bundleDeleted>): Promise<void> {
    const { bundleId } = event.data;
    await this.inbox.once(event, async (manager) => {
      await manager.delete(OutgoingMail, { fileId: bundleId });
    });
  }
}
