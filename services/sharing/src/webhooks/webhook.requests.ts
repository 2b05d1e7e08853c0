import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  type InputOf,
  listWebhookDeliveries,
  listWebhooks,
  type OutputOf,
  resendWebhookDelivery,
} from '@waybill/contracts';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { WebhookDispatcherService } from './webhook-dispatcher.service.js';
import { WebhooksService } from './webhooks.service.js';

@Controller()
export class WebhookRequests {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesService,
    private readonly dispatcher: WebhookDispatcherService,
  ) {}

  @Handles(createWebhook)
  create(input: InputOf<typeof createWebhook>): Promise<OutputOf<typeof createWebhook>> {
    return this.webhooks.create(input);
  }

  @Handles(listWebhooks)
  list(input: InputOf<typeof listWebhooks>): Promise<OutputOf<typeof listWebhooks>> {
    return this.webhooks.list(input);
  }

  @Handles(getWebhook)
  get(input: InputOf<typeof getWebhook>): Promise<OutputOf<typeof getWebhook>> {
    return this.webhooks.get(input);
  }

  @Handles(changeWebhook)
  async change(input: InputOf<typeof changeWebhook>): Promise<OutputOf<typeof changeWebhook>> {
    const webhook = await this.webhooks.change(input);
    this.dispatcher.wake();
    return webhook;
  }

  @Handles(deleteWebhook)
  async delete(input: InputOf<typeof deleteWebhook>): Promise<OutputOf<typeof deleteWebhook>> {
    await this.webhooks.delete(input);
    return {};
  }

  @Handles(listWebhookDeliveries)
  listDeliveries(
    input: InputOf<typeof listWebhookDeliveries>,
  ): Promise<OutputOf<typeof listWebhookDeliveries>> {
    return this.deliveries.list(input);
  }

  @Handles(resendWebhookDelivery)
  async resend(
    input: InputOf<typeof resendWebhookDelivery>,
  ): Promise<OutputOf<typeof resendWebhookDelivery>> {
    const delivery = await this.deliveries.resend(input);
    this.dispatcher.wake();
    return delivery;
  }
}
