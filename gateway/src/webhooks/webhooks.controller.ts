import { Controller, Param, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  changeWebhook,
  createWebhook,
  deleteWebhook,
  idSchema,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  type OutputOf,
  resendWebhookDelivery,
  type User,
  type WebhookDeliveryView,
  type WebhookView,
} from '@waybill/contracts';
import { webhookRoutes as routes } from '@waybill/contracts/http';
import type { FastifyReply } from 'fastify';
import { setNextCursor } from '../http/next-cursor.js';
import { CurrentUser } from '../http/caller.decorator.js';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, type QueryOf, ValidBody, ValidQuery } from '../http/valid.decorator.js';

/** Webhooks of the signed-in account. */
@Controller()
export class WebhooksController {
  constructor(private readonly bus: Bus) {}

  @Route('POST /api/webhooks', routes.createWebhook)
  create(
    @CurrentUser() { id: userId }: User,
    @ValidBody(routes.createWebhook) form: BodyOf<typeof routes.createWebhook>,
  ): Promise<OutputOf<typeof createWebhook>> {
    return this.bus.request(createWebhook, { userId, form });
  }

  @Route('GET /api/webhooks', routes.listWebhooks)
  async list(
    @CurrentUser() { id: userId }: User,
    @ValidQuery(routes.listWebhooks) { cursor }: QueryOf<typeof routes.listWebhooks>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookView[]> {
    const { webhooks, nextCursor } = await this.bus.request(listWebhooks, { userId, cursor });
    setNextCursor(reply, nextCursor);
    return webhooks;
  }

  @Route('GET /api/webhooks/{id}', routes.getWebhook)
  get(
    @CurrentUser() { id: userId }: User,
    @Param('id', new IdPipe('webhooks.not-found')) webhookId: string,
  ): Promise<WebhookView> {
    return this.bus.request(getWebhook, { userId, webhookId });
  }

  @Route('PUT /api/webhooks/{id}', routes.changeWebhook)
  change(
    @CurrentUser() { id: userId }: User,
    @Param('id', new IdPipe('webhooks.not-found')) webhookId: string,
    @ValidBody(routes.changeWebhook) form: BodyOf<typeof routes.changeWebhook>,
  ): Promise<WebhookView> {
    return this.bus.request(changeWebhook, { userId, webhookId, form });
  }

  @Route('DELETE /api/webhooks/{id}', routes.deleteWebhook)
  async delete(
    @CurrentUser() { id: userId }: User,
    @Param('id', new IdPipe('webhooks.not-found')) webhookId: string,
  ): Promise<void> {
    await this.bus.request(deleteWebhook, { userId, webhookId });
  }

  @Route('GET /api/webhooks/{id}/deliveries', routes.listWebhookDeliveries)
  async listDeliveries(
    @CurrentUser() { id: userId }: User,
    @Param('id', new IdPipe('webhooks.not-found')) webhookId: string,
    @ValidQuery(routes.listWebhookDeliveries) { cursor }: QueryOf<typeof routes.listWebhookDeliveries>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookDeliveryView[]> {
    const input = { userId, webhookId, cursor };
    const { deliveries, nextCursor } = await this.bus.request(listWebhookDeliveries, input);
    setNextCursor(reply, nextCursor);
    return deliveries;
  }

  @Route('POST /api/webhooks/{id}/deliveries/{delivery}/resend', routes.resendWebhookDelivery)
  resend(
    @CurrentUser() { id: userId }: User,
    @Param('id', new IdPipe('webhooks.not-found')) webhookId: string,
    @Param('delivery') delivery: string,
  ): Promise<WebhookDeliveryView> {
    const { data: deliveryId } = idSchema.safeParse(delivery);
    if (deliveryId === undefined) throw new AppError('webhooks.delivery-not-found');
    return this.bus.request(resendWebhookDelivery, { userId, webhookId, deliveryId });
  }
}
