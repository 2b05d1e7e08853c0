import { Controller, Inject } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, linkCodeRequested } from '@waybill/contracts';
import { OutgoingMailService } from '../outgoing-mails/outgoing-mail.service.js';
import { linkUrl } from '../public-urls.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';

/** Mails the codes with which visitors of a link prove their addresses. */
@Controller()
export class LinkCodeMailConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly outgoing: OutgoingMailService,
    @Inject(SHARING_MODULE_OPTIONS) private readonly options: SharingModuleOptions,
  ) {}

  @Consumes(linkCodeRequested)
  async linkCodeRequested(event: EventMessage<typeof linkCodeRequested>): Promise<void> {
    const { email, code, slug, mailToken, fileId, bundleId, expiresAt } = event.data;
    const targetId = fileId ?? bundleId;
    await this.inbox.once(event, (manager) =>
      this.outgoing.add(manager, {
        id: event.id,
        to: { name: '', address: email },
        template: 'link-code',
        values: { code, link: linkUrl(this.options.publicUrl, slug, mailToken) },
        isTransient: true,
        ...(targetId !== null && { targetId }),
        expiresAt: new Date(expiresAt),
      }),
    );
    await this.outgoing.enqueue(event.id);
  }
}
