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

interface DeliveryPage {
  readonly items: WebhookDeliveryView[];
  readonly next: string | null;
}

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
    listDeliveries: build.infiniteQuery<DeliveryPage, string, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg: id, pageParam }) =>
        `webhooks/${id}/deliveries${pageParam === null ? '' : `?cursor=${encodeURIComponent(pageParam)}`}`,
      rawResponseSchema: webhookDeliverySchema.array(),
      transformResponse: (items: WebhookDeliveryView[], meta) => ({
        items,
        next: meta?.response?.headers.get('x-next-cursor') ?? null,
      }),
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
