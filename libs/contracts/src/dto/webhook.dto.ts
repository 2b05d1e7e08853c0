import { z } from 'zod';
import { instantSchema } from './instant.dto.js';

/** Events that a webhook can subscribe to. */
export const webhookEventSchema = z.enum([
  'upload.finished',
  'visit.started',
  'visit.ended',
  'file.expired',
  'file.deleted',
  'link.used-up',
  'request.received',
  'file.infected',
  'file.taken-down',
]);
export type WebhookEvent = z.infer<typeof webhookEventSchema>;

const urlSentence = 'Please enter an address that begins with https:// or http://';
const eventsSentence = 'Please choose at least one event';

const webhookUrlSchema = z
  .string({ error: urlSentence })
  .trim()
  .max(2000, 'The address must be at most 2000 characters long')
  // The URL parser drops control characters, so the address that is shown would differ from the one that is called.
  .refine((text) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text), urlSentence)
  .refine((text) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''), urlSentence)
  .refine((text) => {
    const { username, password } = URL.parse(text) ?? { username: '', password: '' };
    return username === '' && password === '';
  }, 'The address must not contain a user name or a password');

const webhookEventsSchema = z
  .array(z.enum(webhookEventSchema.options, { error: 'There is no such event' }), { error: eventsSentence })
  .min(1, eventsSentence)
  .max(50, eventsSentence)
  .transform((events) => webhookEventSchema.options.filter((event) => events.includes(event)));

/** POST /api/webhooks. */
export const newWebhookSchema = z.object({
  url: webhookUrlSchema.describe('Address that events are posted to: http or https, without credentials.'),
  events: webhookEventsSchema,
});

/** PUT /api/webhooks/{id}. An omitted field stays unchanged. */
export const webhookChangeSchema = z.object({
  url: webhookUrlSchema.optional(),
  events: webhookEventsSchema.optional(),
  isActive: z
    .boolean({ error: 'Please choose on or off' })
    .optional()
    .describe('True switches a webhook on again that was disabled.'),
});

/** GET /api/webhooks: a webhook, without its secret. */
export const webhookSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(webhookEventSchema),
  isActive: z.boolean(),
  disabledAt: instantSchema
    .nullable()
    .describe('Time at which Waybill switched it off, because no delivery had succeeded for 24 hours.'),
  createdAt: instantSchema,
});
export type WebhookView = z.infer<typeof webhookSchema>;

/** The response of POST /api/webhooks: the only one with the secret. */
export const createdWebhookSchema = webhookSchema.extend({
  secret: z.string().describe('`whsec_` and the key of the signatures in base64. It is not shown again.'),
});

/** GET /api/webhooks/{id}/deliveries. */
export const webhookDeliverySchema = z.object({
  id: z.uuid().describe('Also the header `webhook-id`, the same in every attempt.'),
  type: webhookEventSchema,
  status: z
    .enum(['pending', 'delivered', 'failed'])
    .describe('`pending`: is sent, or sent again at `nextAttemptAt`. `failed`: given up.'),
  attempts: z.int(),
  responseStatus: z.int().nullable().describe('Status of the last answer; null if there was none.'),
  error: z.string().nullable().describe('Why the last attempt failed.'),
  createdAt: instantSchema,
  lastAttemptAt: instantSchema.nullable(),
  nextAttemptAt: instantSchema.nullable(),
  deliveredAt: instantSchema.nullable(),
  body: z.string().describe('The JSON that is sent: `{type, timestamp, data}`.'),
});
export type WebhookDeliveryView = z.infer<typeof webhookDeliverySchema>;
