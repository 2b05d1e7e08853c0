import {
  createdWebhookSchema,
  type newWebhookSchema,
  type webhookChangeSchema,
  webhookDeliverySchema,
  type WebhookDeliveryView,
  webhookSchema,
  type WebhookView,
} from '@waybill/contracts';
import type { z } from 'zod';
import { api } from '../../lib/api/api.js';
import { type CursorPage, cursorPages, toPage } from '../../lib/api/cursor-pages.js';

const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listWebhooks: build.query<WebhookView[], void>({
      query: () => 'webhooks',
      responseSchema: webhookSchema.array(),
      providesTags: ['Webhooks'],
    }),
    createWebhook: build.mutation<z.infer<typeof createdWebhookSchema>, z.input<typeof newWebhookSchema>>({
      query: (body) => ({ url: 'webhooks', method: 'POST', body }),
      responseSchema: createdWebhookSchema,
      invalidatesTags: (_webhook, error) => (error ? [] : ['Webhooks']),
    }),
    changeWebhook: build.mutation<WebhookView, { id: string; form: z.input<typeof webhookChangeSchema> }>({
      query: ({ id, form }) => ({ url: `webhooks/${id}`, method: 'PUT', body: form }),
      responseSchema: webhookSchema,
      invalidatesTags: ['Webhooks'],
    }),
    deleteWebhook: build.mutation<null, string>({
      query: (id) => ({ url: `webhooks/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Webhooks'],
    }),
    listDeliveries: build.infiniteQuery<CursorPage<WebhookDeliveryView>, string, string | null>({
      ...cursorPages,
      query: ({ queryArg: id, pageParam }) =>
        `webhooks/${id}/deliveries${pageParam === null ? '' : `?cursor=${encodeURIComponent(pageParam)}`}`,
      rawResponseSchema: webhookDeliverySchema.array(),
      transformResponse: toPage<WebhookDeliveryView>,
      providesTags: ['Deliveries'],
    }),
    resendDelivery: build.mutation<WebhookDeliveryView, { id: string; delivery: string }>({
      query: ({ id, delivery }) => ({
        url: `webhooks/${id}/deliveries/${delivery}/resend`,
        method: 'POST',
        body: {},
      }),
      responseSchema: webhookDeliverySchema,
      invalidatesTags: ['Deliveries'],
    }),
  }),
});

export const {
  useListWebhooksQuery,
  useCreateWebhookMutation,
  useChangeWebhookMutation,
  useDeleteWebhookMutation,
  useListDeliveriesInfiniteQuery,
  useResendDeliveryMutation,
} = webhooksApi;
