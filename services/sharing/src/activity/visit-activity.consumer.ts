import { Controller } from '@nestjs/common';
import { Consumes, ConsumesInBatches, Inbox } from '@waybill/bus';
import {
  type EventMessage,
  requestReceived,
  visitEnded,
  visitStarted,
  type WebhookEvent,
} from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import { OwnerNotificationsService } from '../notifications/owner-notifications.service.js';
import { ViewNotificationsService } from '../notifications/view-notifications.service.js';
import { WebhookDispatcherService } from '../webhooks/webhook-dispatcher.service.js';
import { targetIdOf, TargetsService } from '../targets/targets.service.js';
import { type AccountEvent, WebhookEventsService } from '../webhooks/webhook-events.service.js';

type VisitContract = typeof visitStarted | typeof visitEnded;

/** Consumes visits of people, and files sent to file requests. */
@Controller()
export class VisitActivityConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly targets: TargetsService,
    private readonly events: WebhookEventsService,
    private readonly views: ViewNotificationsService,
    private readonly owners: OwnerNotificationsService,
    private readonly dispatcher: WebhookDispatcherService,
  ) {}

  @ConsumesInBatches(visitStarted)
  async visitsStarted(events: readonly EventMessage<typeof visitStarted>[]): Promise<void> {
    await this.recordAll(
      'visit.started',
      events,
      ({ ownerId, ...visit }) => ({
        userId: ownerId,
        // Omits the id of the visitor, with which a receiver could link several visits of one person.
        data: { ...visit, visitor: undefined, throughBundleId: undefined },
      }),
      (manager, fresh) =>
        this.views.addAll(
          manager,
          fresh.map(({ data }) => data),
        ),
    );
  }

  @ConsumesInBatches(visitEnded)
  async visitsEnded(events: readonly EventMessage<typeof visitEnded>[]): Promise<void> {
    await this.recordAll('visit.ended', events, ({ ownerId, ...data }) => ({ userId: ownerId, data }));
  }

  @Consumes(requestReceived)
  async requestReceived(event: EventMessage<typeof requestReceived>): Promise<void> {
    const { ownerId: userId, fileName: originalName, receivedAt, ...data } = event.data;
    await this.inbox.once(event, async (manager) => {
      await this.owners.received(manager, event.data);
      await this.events.record(manager, {
        userId,
        type: 'request.received',
        targetId: data.fileId,
        at: receivedAt,
        data: { ...data, originalName },
      });
    });
    this.dispatcher.wake();
  }

  /**
   * Ignores visits of deleted files and bundles, because analytics may have published them late. Records events in the
   * order of account ids, so that two transactions that lock webhooks of the same accounts cannot deadlock.
   */
  private async recordAll<E extends EventMessage<VisitContract>>(
    type: WebhookEvent,
    events: readonly E[],
    toEvent: (data: E['data']) => Pick<AccountEvent, 'userId' | 'data'>,
    alsoApply?: (manager: EntityManager, fresh: readonly E[]) => Promise<void>,
  ): Promise<void> {
    const recorded: AccountEvent[] = [];
    await this.inbox.onceForAll(events, async (manager, unseen) => {
      const deleted = await this.targets.lockAndFindDeleted(
        manager,
        unseen.map(({ data }) => targetIdOf(data)),
      );
      const fresh = unseen.filter((event) => !deleted.has(targetIdOf(event.data)));
      const found = fresh.map((event) => ({
        ...toEvent(event.data),
        type,
        targetId: targetIdOf(event.data),
        at: event.data.at,
      }));
      const wanting = await this.events.accountsWanting(
        manager,
        type,
        found.map(({ userId }) => userId),
      );
      const wanted = found.filter(({ userId }) => userId !== null && wanting.has(userId));
      wanted.sort((one, other) => (one.userId ?? '').localeCompare(other.userId ?? ''));
      for (const event of wanted) await this.events.record(manager, event);
      recorded.push(...wanted);
      await alsoApply?.(manager, fresh);
    });
    if (recorded.length > 0) this.dispatcher.wake();
  }
}
