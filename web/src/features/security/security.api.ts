import {
  createdTokenSchema,
  type newTokenSchema,
  provisioningSchema,
  recoveryCodesSchema,
  tokenSchema,
  type TokenView,
  type TotpStatus,
  totpStatusSchema,
} from '@waybill/contracts';
import type { z } from 'zod';
import { api } from '../../lib/api/api.js';

const securityApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTotp: build.query<TotpStatus, void>({
      query: () => 'user/totp',
      responseSchema: totpStatusSchema,
      providesTags: ['Totp'],
    }),
    beginTotp: build.mutation<z.infer<typeof provisioningSchema>, { password: string }>({
      query: (body) => ({ url: 'user/totp', method: 'POST', body }),
      responseSchema: provisioningSchema,
    }),
    confirmTotp: build.mutation<z.infer<typeof recoveryCodesSchema>, { code: string }>({
      query: (body) => ({ url: 'user/totp/confirm', method: 'POST', body }),
      responseSchema: recoveryCodesSchema,
    }),
    removeTotp: build.mutation<null, { password: string; code: string }>({
      query: (body) => ({ url: 'user/totp', method: 'DELETE', body }),
      invalidatesTags: (_nothing, error) => (error ? [] : ['Totp']),
    }),
    listTokens: build.query<TokenView[], void>({
      query: () => 'tokens',
      responseSchema: tokenSchema.array(),
      providesTags: ['Tokens'],
    }),
    createToken: build.mutation<z.infer<typeof createdTokenSchema>, z.input<typeof newTokenSchema>>({
      query: (body) => ({ url: 'tokens', method: 'POST', body }),
      responseSchema: createdTokenSchema,
      invalidatesTags: (_token, error) => (error ? [] : ['Tokens']),
    }),
    revokeToken: build.mutation<null, string>({
      query: (id) => ({ url: `tokens/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Tokens'],
    }),
  }),
});

export const {
  useGetTotpQuery,
  useBeginTotpMutation,
  useConfirmTotpMutation,
  useRemoveTotpMutation,
  useListTokensQuery,
  useCreateTokenMutation,
  useRevokeTokenMutation,
} = securityApi;
