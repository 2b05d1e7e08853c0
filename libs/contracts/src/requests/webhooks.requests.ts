import { z } from 'zod';
import {
  createdWebhookSchema,
  newWebhookSchema,
  webhookChangeSchema,
  webhookDeliverySchema,
  webhookSchema,
} from '../dto/webhook.dto.js';
import { defineRequest } from '../message.js';
import { emptySchema } from './caller.js';

const webhookRef = z.object({ userId: z.uuid(), webhookId: z.uuid() });

/** Creates a webhook. Its secret is stored encrypted. */
export const createWebhook = defineRequest(
  'sharing.webhooks.create',
  z.object({ userId: z.uuid(), form: newWebhookSchema }),
  createdWebhookSchema,
  ['webhooks.private-address', 'webhooks.too-many'],
);

/** Lists the webhooks of the user, newest first. */
export const listWebhooks = defineRequest(
  'sharing.webhooks.list',
  z.object({ userId: z.uuid(), cursor: z.string().max(200).nullable() }),
  z.object({ webhooks: z.array(webhookSchema), nextCursor: z.string().nullable() }),
);

export const getWebhook = defineRequest('sharing.webhooks.get', webhookRef, webhookSchema, [
  'webhooks.not-found',
]);

export const changeWebhook = defineRequest(
  'sharing.webhooks.change',
  webhookRef.extend({ form: webhookChangeSchema }),
  webhookSchema,
  ['webhooks.not-found', 'webhooks.private-address'],
);

/** Deletes a webhook, with its deliveries. */
export const deleteWebhook = defineRequest('sharing.webhooks.delete', webhookRef, emptySchema, [
  'webhooks.not-found',
]);

/** Lists the deliveries of a webhook, newest first. */
export const listWebhookDeliveries = defineRequest(
  'sharing.webhooks.list-deliveries',
  webhookRef.extend({ cursor: z.string().max(200).nullable() }),
  z.object({ deliveries: z.array(webhookDeliverySchema), nextCursor: z.string().nullable() }),
  ['webhooks.not-found', 'request.invalid'],
);

/** Sends a delivery again, under the same id. */
export const resendWebhookDelivery = defineRequest(
  'sharing.webhooks.resend',
  webhookRef.extend({ deliveryId: z.uuid() }),
  webhookDeliverySchema,
  ['webhooks.not-found', 'webhooks.delivery-not-found', 'webhooks.disabled'],
);
