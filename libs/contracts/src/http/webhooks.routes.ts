import { z } from 'zod';
import {
  createdWebhookSchema,
  newWebhookSchema,
  webhookChangeSchema,
  webhookDeliverySchema,
  type WebhookDeliveryView,
  webhookSchema,
  type WebhookView,
} from '../dto/webhook.dto.js';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
} from '../requests/webhooks.requests.js';
import { linkPageHeaders } from './links.routes.js';
import { defineRoute, jsonBody, jsonResponse } from './route.js';

const exampleWebhook: WebhookView = {
  id: '0c6f2f6e-9a9d-4c3b-8f0e-5d8b2a7c1e44',
  url: 'https://hooks.example.org/waybill',
  events: ['upload.finished', 'visit.started'],
  isActive: true,
  disabledAt: null,
  createdAt: '2026-11-01T07:45:00.000Z',
};
const exampleDelivery: WebhookDeliveryView = {
  id: '4f7be1a5-62a4-4f9f-8a55-0d6f0f0e6a77',
  type: 'file.expired',
  status: 'delivered',
  attempts: 1,
  responseStatus: 204,
  error: null,
  createdAt: '2026-11-02T09:30:00.000Z',
  lastAttemptAt: '2026-11-02T09:30:00.120Z',
  nextAttemptAt: null,
  deliveredAt: '2026-11-02T09:30:00.180Z',
  body: '{"type":"file.expired","timestamp":"2026-11-02T09:30:00.000Z","data":{"fileId":"7c1c6d1e-3f0b-4c55-9d0e-2f7a54a3b8aa","originalName":"Report.pdf"}}',
};

const webhookParams = z.object({ id: z.guid().describe('Id of the webhook.') });
const pageQuery = z.object({
  cursor: z.string().max(200).nullable().default(null).describe('`X-Next-Cursor` of the previous page.'),
});

/** Webhooks: events of an account, posted to an address of its choice. */
export const webhookRoutes = {
  createWebhook: defineRoute({
    id: 'createWebhook',
    method: 'POST',
    path: '/api/webhooks',
    group: 'webhooks',
    summary: 'Create a webhook',
    description:
      'The response is the only one that contains the secret. Every event is posted as JSON `{type, timestamp, data}` and signed as in Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. Answer with 2xx within ten seconds. A failed delivery is sent again after 5 seconds and then with growing delays for 24 hours; later events wait for it. After that the webhook is switched off, and you get a mail.',
    access: 'account',
    scope: 'manage',
    body: jsonBody(newWebhookSchema, { url: exampleWebhook.url, events: exampleWebhook.events }),
    responses: {
      201: jsonResponse(
        createdWebhookSchema,
        { ...exampleWebhook, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD0Yp6kZ0pXDs=' },
        'Created',
      ),
    },
    requests: [createWebhook],
  }),
  listWebhooks: defineRoute({
    id: 'listWebhooks',
    method: 'GET',
    path: '/api/webhooks',
    group: 'webhooks',
    summary: 'List webhooks',
    description: 'Newest first.',
    access: 'account',
    scope: 'read',
    query: pageQuery,
    responses: {
      200: { ...jsonResponse(z.array(webhookSchema), [exampleWebhook]), headers: linkPageHeaders },
    },
    requests: [listWebhooks],
  }),
  getWebhook: defineRoute({
    id: 'getWebhook',
    method: 'GET',
    path: '/api/webhooks/{id}',
    group: 'webhooks',
    summary: 'Get a webhook',
    access: 'account',
    scope: 'read',
    params: webhookParams,
    responses: { 200: jsonResponse(webhookSchema, exampleWebhook) },
    requests: [getWebhook],
  }),
  changeWebhook: defineRoute({
    id: 'changeWebhook',
    method: 'PUT',
    path: '/api/webhooks/{id}',
    group: 'webhooks',
    summary: 'Change a webhook, or switch it off or on',
    description: 'An omitted field stays unchanged. While a webhook is off, no events are kept for it.',
    access: 'account',
    scope: 'manage',
    params: webhookParams,
    body: jsonBody(webhookChangeSchema, { events: ['file.expired'] }),
    responses: { 200: jsonResponse(webhookSchema, { ...exampleWebhook, events: ['file.expired'] }) },
    requests: [changeWebhook],
  }),
  deleteWebhook: defineRoute({
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    group: 'webhooks',
    summary: 'Delete a webhook with its deliveries',
    access: 'account',
    scope: 'manage',
    params: webhookParams,
    responses: { 204: { description: 'Deleted', mediaTypes: null } },
    requests: [deleteWebhook],
  }),
  listWebhookDeliveries: defineRoute({
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries',
    group: 'webhooks',
    summary: 'List the deliveries of a webhook',
    description: 'Newest first. They are kept for 30 days.',
    access: 'account',
    scope: 'read',
    params: webhookParams,
    query: pageQuery,
    responses: {
      200: { ...jsonResponse(z.array(webhookDeliverySchema), [exampleDelivery]), headers: linkPageHeaders },
    },
    requests: [listWebhookDeliveries],
  }),
  resendWebhookDelivery: defineRoute({
    id: 'resendWebhookDelivery',
    method: 'POST',
    path: '/api/webhooks/{id}/deliveries/{delivery}/resend',
    group: 'webhooks',
    summary: 'Send a delivery again',
    description: 'With the same `webhook-id` and the same body, ahead of later events.',
    access: 'account',
    scope: 'manage',
    params: webhookParams.extend({ delivery: z.guid().describe('Id of the delivery.') }),
    responses: {
      202: jsonResponse(
        webhookDeliverySchema,
        { ...exampleDelivery, status: 'pending', nextAttemptAt: '2026-11-02T10:00:00.000Z' },
        'Is being sent',
      ),
    },
    requests: [resendWebhookDelivery],
  }),
} as const;
