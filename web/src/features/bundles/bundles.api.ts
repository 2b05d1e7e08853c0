import { bundleSchema, type BundleView, passwordVerificationSchema } from '@waybill/contracts';
import { tokenHeader } from '../../lib/access/file-tokens.js';
import { api } from '../../lib/api/api.js';

const bundlesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Sends the verification token of this browser, if it has one. `visit`: counts the page as a visit. */
    getBundle: build.query<BundleView, { id: string; visit: string }>({
      query: ({ id, visit }) => ({ url: `bundles/${id}?visit=${visit}`, headers: tokenHeader(id) }),
      responseSchema: bundleSchema,
      keepUnusedDataFor: 0,
    }),
    verifyBundlePassword: build.mutation<{ verified: true; token: string }, { id: string; password: string }>(
      {
        query: ({ id, password }) => ({
          url: `bundles/${id}/verify-password`,
          method: 'POST',
          body: { password },
        }),
        responseSchema: passwordVerificationSchema,
      },
    ),
  }),
});

export const { useGetBundleQuery, useVerifyBundlePasswordMutation } = bundlesApi;
