import { Controller, Inject } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type DataOf, type EventMessage, noticeAddressed } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import { OutgoingMailService } from '../outgoing-mails/outgoing-mail.service.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';
import { safeFileName, safePersonName } from '../untrusted-text/untrusted-text.policy.js';

/** Mails about files: to their owners, and to administrators. Each event sends one mail, with the event's id. */
@Controller()
export class NoticeMailConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly outgoing: OutgoingMailService,
    @Inject(SHARING_MODULE_OPTIONS) private readonly options: SharingModuleOptions,
  ) {}

  @Consumes(noticeAddressed)
  async noticeAddressed(event: EventMessage<typeof noticeAddressed>): Promise<void> {
    await this.inbox.once(event, (manager) => this.add(manager, event.id, event.data));
    await this.outgoing.enqueue(event.id);
  }

  private async add(
    manager: EntityManager,
    id: string,
    { notice, userId, email, detail, ...data }: DataOf<typeof noticeAddressed>,
  ): Promise<void> {
    const { publicUrl } = this.options;
    const mail = { id, to: { name: '', address: email }, userId };
    const values = {
      name: safePersonName(data.name),
      fileName: safeFileName(data.fileName),
      link: `${publicUrl}/upload`,
    };
    switch (notice) {
      case 'file-taken-down':
        return this.outgoing.add(manager, {
          ...mail,
          template: notice,
          values: { ...values, reason: detail },
        });
      case 'file-restored':
      case 'file-content-missing':
        return this.outgoing.add(manager, { ...mail, template: notice, values });
      case 'file-infected':
        return this.outgoing.add(manager, {
          ...mail,
          template: notice,
          values: { ...values, finding: detail },
        });
      case 'infected-file-found': {
        const link = `${publicUrl}/admin/files?query=${data.fileId}`;
        return this.outgoing.add(manager, {
          ...mail,
          template: notice,
          values: { ...values, finding: detail, link },
        });
      }
    }
  }
}
