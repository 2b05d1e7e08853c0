import {
  bundleSchema,
  type BundleSettings,
  type BundleView,
  fileSchema,
  type FileView,
  type NewBundle,
  passwordVerificationSchema,
} from '@waybill/contracts';
import { tokenHeader } from '../../lib/access/file-tokens.js';
import { api } from '../../lib/api/api.js';
import { type CursorPage, cursorPages, toPage } from '../../lib/api/cursor-pages.js';

/** A file that is opened in a bundle. `token`: of the bundle or of one of its links. */
interface BundledFileRequest {
  readonly id: string;
  readonly bundleId: string;
  readonly token: string | null;
}

const bundlesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Sends the verification token of this browser, if it has one. `visit`: counts the page as a visit. */
    getBundle: build.query<BundleView, { id: string; visit?: string }>({
      query: ({ id, visit }) => ({
        url: `bundles/${id}`,
        params: visit === undefined ? undefined : { visit },
        headers: tokenHeader(id),
      }),
      responseSchema: bundleSchema,
      providesTags: (_bundle, _error, { id }) => [{ type: 'Bundle', id }],
      keepUnusedDataFor: 0,
    }),
    listBundles: build.infiniteQuery<CursorPage<BundleView>, void, string | null>({
      ...cursorPages,
      query: ({ pageParam: cursor }) => ({
        url: 'bundles',
        params: cursor === null ? undefined : { cursor },
      }),
      rawResponseSchema: bundleSchema.array(),
      transformResponse: toPage<BundleView>,
      providesTags: ['Bundles'],
    }),
    createBundle: build.mutation<BundleView, NewBundle>({
      query: (form) => ({ url: 'bundles', method: 'POST', body: form }),
      responseSchema: bundleSchema,
      invalidatesTags: (_bundle, error) => (error ? [] : ['Bundles']),
    }),
    changeBundle: build.mutation<BundleView, { id: string; settings: BundleSettings }>({
      query: ({ id, settings }) => ({ url: `bundles/${id}`, method: 'PUT', body: settings }),
      responseSchema: bundleSchema,
      // The first link of a bundle has its password and its expiry.
      invalidatesTags: (_bundle, error, { id }) =>
        error ? [] : ['Bundles', { type: 'Bundle', id }, 'Links'],
    }),
    deleteBundle: build.mutation<null, { id: string; keepFiles: boolean }>({
      query: ({ id, keepFiles }) => ({ url: `bundles/${id}?keepFiles=${keepFiles}`, method: 'DELETE' }),
      // A call that failed can have been done all the same, or have come too late.
      invalidatesTags: ['Bundles', 'Files'],
    }),
    getBundledFile: build.query<FileView, BundledFileRequest>({
      query: ({ id, bundleId, token }) => ({
        url: `files/${id}`,
        params: { bundle: bundleId },
        headers: token === null ? {} : { 'X-Verification-Token': token },
      }),
      responseSchema: fileSchema,
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

export const {
  useGetBundleQuery,
  useListBundlesInfiniteQuery,
  useCreateBundleMutation,
  useChangeBundleMutation,
  useDeleteBundleMutation,
  useGetBundledFileQuery,
  useVerifyBundlePasswordMutation,
} = bundlesApi;
