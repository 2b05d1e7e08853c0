import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, requestReceived, visitEnded, visitStarted } from '@waybill/contracts';
import { WebhookDispatcherService } from '../webhooks/webhook-dispatcher.service.js';
import { WebhookEventsService } from '../webhooks/webhook-events.service.js';

/** Visits of people, and files that were sent to file requests. */
@Controller()
export class VisitConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly events: WebhookEventsService,
    private readonly dispatcher: WebhookDispatcherService,
  ) {}

  @Consumes(visitStarted)
  async visitStarted(event: EventMessage<typeof visitStarted>): Promise<void> {
    const { ownerId: userId, ...visit } = event.data;
    // Identifies a visitor over several visits, which is nobody else's business.
    const data = { ...visit, visitor: undefined };
    await this.inbox.once(event, (manager) =>
      this.events.record(manager, { userId, type: 'visit.started', at: visit.at, data }),
    );
    this.dispatcher.wake();
  }

  @Consumes(visitEnded)
  async visitEnded(event: EventMessage<typeof visitEnded>): Promise<void> {
    const { ownerId: userId, ...data } = event.data;
    await this.inbox.once(event, (manager) =>
      this.events.record(manager, { userId, type: 'visit.ended', at: data.at, data }),
    );
    this.dispatcher.wake();
  }

  @Consumes(requestReceived)
  async requestReceived(event: EventMessage<typeof requestReceived>): Promise<void> {
    const { ownerId: userId, fileName: originalName, receivedAt, ...data } = event.data;
    await this.inbox.once(event, (manager) =>
      this.events.record(manager, {
        ...{ userId, type: 'request.received', at: receivedAt },
        data: { ...data, originalName },
      }),
    );
    this.dispatcher.wake();
  }
}
