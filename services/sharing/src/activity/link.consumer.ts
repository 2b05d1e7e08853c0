import { Controller, Inject } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, firstLinkChanged, linkChanged, linkUsedUp } from '@waybill/contracts';
import { MutedLinksService } from '../notifications/muted-links.service.js';
import { OwnerNotificationsService } from '../notifications/owner-notifications.service.js';
import { linkUrl } from '../public-urls.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';
import { TargetsService } from '../targets/targets.service.js';
import { WebhookDispatcherService } from '../webhooks/webhook-dispatcher.service.js';
import { WebhookEventsService } from '../webhooks/webhook-events.service.js';

/** Consumes the events of links. */
@Controller()
export class LinkConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly targets: TargetsService,
    private readonly events: WebhookEventsService,
    private readonly mutedLinks: MutedLinksService,
    private readonly owners: OwnerNotificationsService,
    private readonly dispatcher: WebhookDispatcherService,
    @Inject(SHARING_MODULE_OPTIONS) private readonly options: SharingModuleOptions,
  ) {}

  @Consumes(linkChanged)
  async linkChanged(event: EventMessage<typeof linkChanged>): Promise<void> {
    const { linkId, fileId, bundleId, notify, isRevoked } = event.data;
    const targetId = fileId ?? bundleId;
    if (targetId === null) return;
    await this.inbox.once(event, (manager) =>
      this.mutedLinks.set(manager, linkId, targetId, !notify && !isRevoked),
    );
  }

  @Consumes(firstLinkChanged)
  async firstLinkChanged(event: EventMessage<typeof firstLinkChanged>): Promise<void> {
    const { targetId, notify } = event.data;
    await this.inbox.once(event, (manager) => this.mutedLinks.set(manager, targetId, targetId, !notify));
  }

  @Consumes(linkUsedUp)
  async linkUsedUp(event: EventMessage<typeof linkUsedUp>): Promise<void> {
    const { fileId, bundleId, slug } = event.data;
    await this.inbox.once(event, async (manager) => {
      const target = await this.targets.find(manager, fileId ?? bundleId ?? '');
      if (!target) return;
      await this.events.record(manager, {
        ...{ userId: target.userId, type: 'link.used-up', at: event.data.usedUpAt },
        data: { ...event.data, url: linkUrl(this.options.publicUrl, slug), originalName: target.name },
      });
      await this.owners.usedUp(manager, event.data, target);
    });
    this.dispatcher.wake();
  }
}
