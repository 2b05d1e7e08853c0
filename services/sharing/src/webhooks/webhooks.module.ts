import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { DeliveryOutcomesService } from './delivery-outcomes.service.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { WebhookDispatcherService } from './webhook-dispatcher.service.js';
import { WebhookEventsService } from './webhook-events.service.js';
import { WebhookMetrics } from './webhook.metrics.js';
import { WebhookRequests } from './webhook.requests.js';
import { WebhooksService } from './webhooks.service.js';

/** Webhooks: events of accounts, posted to addresses of their choice. */
@Module({
  imports: [NotificationsModule],
  controllers: [WebhookRequests],
  providers: [
    WebhooksService,
    WebhookEventsService,
    WebhookDeliveriesService,
    DeliveryOutcomesService,
    WebhookDispatcherService,
    WebhookMetrics,
  ],
  exports: [WebhooksService, WebhookEventsService, WebhookDispatcherService],
})
export class WebhooksModule {}
