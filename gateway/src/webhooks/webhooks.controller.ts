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
import { webhookRoutes } from '@waybill/contracts/http';
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

  @Route('POST /api/webhooks', webhookRoutes.createWebhook)
  create(
    @CurrentUser() { id: userId }: User,
    @ValidBody(webhookRoutes.createWebhook) form: BodyOf<typeof webhookRoutes.createWebhook>,
  ): Promise<OutputOf<typeof createWebhook>> {
    return this.bus.request(createWebhook, { userId, form });
  }

  @Route('GET /api/webhooks', webhookRoutes.listWebhooks)
  async list(
    @CurrentUser() { id: userId }: User,
    @ValidQuery(webhookRoutes.listWebhooks) { cursor }: QueryOf<typeof webhookRoutes.listWebhooks>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookView[]> {
    const { webhooks, nextCursor } = await this.bus.request(listWebhooks, { userId, cursor });
    setNextCursor(reply, nextCursor);
    return webhooks;
  }

  @Route('GET /api/webhooks/{id}', webhookRoutes.getWebhook)
  get(
    @CurrentUser() { id: userId }: User,
    @Param('id', new IdPipe('webhooks.not-found')) webhookId: string,
  ): Promise<WebhookView> {
    return this.bus.request(getWebhook, { userId, webhookId });
  }

  @Route('PUT /api/webhooks/{id}', webhookRoutes.changeWebhook)
  change(
    @CurrentUser() { id: userId }: User,
    @Param('id', new IdPipe('webhooks.not-found')) webhookId: string,
    @ValidBody(webhookRoutes.changeWebhook) form: BodyOf<typeof webhookRoutes.changeWebhook>,
  ): Promise<WebhookView> {
    return this.bus.request(changeWebhook, { userId, webhookId, form });
  }

  @Route('DELETE /api/webhooks/{id}', webhookRoutes.deleteWebhook)
  async delete(
    @CurrentUser() { id: userId }: User,
    @Param('id', new IdPipe('webhooks.not-found')) webhookId: string,
  ): Promise<void> {
    await this.bus.request(deleteWebhook, { userId, webhookId });
  }

  @Route('GET /api/webhooks/{id}/deliveries', webhookRoutes.listWebhookDeliveries)
  async listDeliveries(
    @CurrentUser() { id: userId }: User,
    @Param('id', new IdPipe('webhooks.not-found')) webhookId: string,
    @ValidQuery(webhookRoutes.listWebhookDeliveries)
    { cursor }: QueryOf<typeof webhookRoutes.listWebhookDeliveries>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookDeliveryView[]> {
    const input = { userId, webhookId, cursor };
    const { deliveries, nextCursor } = await this.bus.request(listWebhookDeliveries, input);
    setNextCursor(reply, nextCursor);
    return deliveries;
  }

  @Route('POST /api/webhooks/{id}/deliveries/{delivery}/resend', webhookRoutes.resendWebhookDelivery)
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
