import { Controller, Inject } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import {
  type DataOf,
  type EventMessage,
  firstLinkChanged,
  linkChanged,
  linkUsedUp,
} from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import { MutedLinksService } from '../notifications/muted-links.service.js';
import { OwnerNotificationsService } from '../notifications/owner-notifications.service.js';
import { linkUrl } from '../public-urls.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';
import type { NamedTarget } from '../targets/target.entity.js';
import { TargetsService } from '../targets/targets.service.js';
import { WebhookDispatcherService } from '../webhooks/webhook-dispatcher.service.js';
import { WebhookEventsService } from '../webhooks/webhook-events.service.js';

/** Consumes the events of links. */
@Controller()
export class LinkActivityConsumer {
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
    const { linkId, fileId, bundleId, notify, isRevoked, version } = event.data;
    const targetId = fileId ?? bundleId;
    if (targetId === null) return;
    const isMuted = !notify && !isRevoked;
    await this.inbox.once(event, (manager) =>
      this.mutedLinks.set(manager, { linkId, targetId, isMuted, version }),
    );
  }

  @Consumes(firstLinkChanged)
  async firstLinkChanged(event: EventMessage<typeof firstLinkChanged>): Promise<void> {
    const { targetId, notify, version } = event.data;
    await this.inbox.once(event, (manager) =>
      this.mutedLinks.set(manager, { linkId: targetId, targetId, isMuted: !notify, version }),
    );
  }

  @Consumes(linkUsedUp)
  async linkUsedUp(event: EventMessage<typeof linkUsedUp>): Promise<void> {
    const { fileId, bundleId, slug } = event.data;
    const targetId = fileId ?? bundleId;
    if (targetId === null) return;
    await this.inbox.once(event, async (manager) => {
      const target = await this.namedTarget(manager, targetId, event.data);
      if (!target) return;
      await this.events.record(manager, {
        userId: target.userId,
        type: 'link.used-up',
        at: event.data.usedUpAt,
        data: { ...event.data, url: linkUrl(this.options.publicUrl, slug), originalName: target.name },
      });
      await this.owners.usedUp(manager, event.data, target);
    });
    this.dispatcher.wake();
  }

  /** Prefers owner and name of the event, because the upload may arrive later. Events of earlier versions lack them. */
  private async namedTarget(
    manager: EntityManager,
    id: string,
    { bundleId, ownerId: userId, targetName: name }: DataOf<typeof linkUsedUp>,
  ): Promise<NamedTarget | null> {
    if (userId === undefined || name === undefined) return this.targets.find(manager, id);
    if (await this.targets.isDeletedAfterLock(manager, id)) return null;
    return { id, userId, name, kind: bundleId === null ? 'file' : 'bundle' };
  }
}
