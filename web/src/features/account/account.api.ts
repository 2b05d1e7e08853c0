import {
  type CancelledSubscription,
  cancelledSubscriptionSchema,
  type changePasswordSchema,
  type deleteAccountSchema,
  messageSchema,
  type profileSchema,
  subscriptionSchema,
  type SubscriptionView,
  type User,
  userSchema,
} from '@waybill/contracts';
import type { z } from 'zod';
import { api } from '../../lib/api/api.js';

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    saveProfile: build.mutation<User, z.infer<typeof profileSchema>>({
      query: (body) => ({ url: 'user', method: 'PUT', body }),
      responseSchema: userSchema,
      invalidatesTags: (_user, error) => (error ? [] : ['User']),
    }),
    changePassword: build.mutation<{ message: string }, z.infer<typeof changePasswordSchema>>({
      query: (body) => ({ url: 'user/password', method: 'PUT', body }),
      responseSchema: messageSchema,
      // The server has revoked every other session.
      invalidatesTags: (_message, error) => (error ? [] : ['Sessions']),
    }),
    cancelSubscription: build.mutation<CancelledSubscription, void>({
      query: () => ({ url: 'user/cancel', method: 'POST' }),
      responseSchema: cancelledSubscriptionSchema,
      invalidatesTags: (_answer, error) => (error ? [] : ['User', 'Subscription']),
    }),
    getSubscription: build.query<SubscriptionView, void>({
      query: () => 'billing/subscription',
      responseSchema: subscriptionSchema,
      providesTags: ['Subscription'],
    }),
    deleteAccount: build.mutation<null, z.infer<typeof deleteAccountSchema>>({
      query: (body) => ({ url: 'user', method: 'DELETE', body }),
    }),
  }),
});

export const {
  useSaveProfileMutation,
  useChangePasswordMutation,
  useCancelSubscriptionMutation,
  useGetSubscriptionQuery,
  useDeleteAccountMutation,
} = accountApi;
