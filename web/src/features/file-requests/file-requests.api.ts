import {
  fileRequestSchema,
  type FileRequestSettings,
  type FileRequestView,
  type NewFileRequest,
  openedFileRequestSchema,
  type PublicFileRequest,
  publicFileRequestSchema,
} from '@waybill/contracts';
import { api } from '../../lib/api/api.js';
import { type CursorPage, cursorPages, toPage } from '../../lib/api/cursor-pages.js';

const urlOf = (slug: string) => `requests/${encodeURIComponent(slug)}`;

/** File requests of the account, and what a sender sees of one. */
const fileRequestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFileRequests: build.infiniteQuery<CursorPage<FileRequestView>, void, string | null>({
      ...cursorPages,
      query: ({ pageParam }) => ({
        url: 'requests',
        params: pageParam === null ? {} : { cursor: pageParam },
      }),
      rawResponseSchema: fileRequestSchema.array(),
      transformResponse: toPage<FileRequestView>,
      providesTags: ['Requests'],
    }),
    createFileRequest: build.mutation<FileRequestView, NewFileRequest>({
      query: (body) => ({ url: 'requests', method: 'POST', body }),
      responseSchema: fileRequestSchema,
      invalidatesTags: (_request, error) => (error ? [] : ['Requests']),
    }),
    changeFileRequest: build.mutation<FileRequestView, { id: string; settings: FileRequestSettings }>({
      query: ({ id, settings }) => ({ url: urlOf(id), method: 'PUT', body: settings }),
      responseSchema: fileRequestSchema,
      invalidatesTags: (_request, error) => (error ? [] : ['Requests']),
    }),
    deleteFileRequest: build.mutation<null, string>({
      query: (id) => ({ url: urlOf(id), method: 'DELETE' }),
      // A call that failed can have been done all the same, or have come too late.
      invalidatesTags: ['Requests'],
    }),
    getFileRequest: build.query<PublicFileRequest, string>({
      query: urlOf,
      responseSchema: publicFileRequestSchema,
      keepUnusedDataFor: 0,
    }),
    openFileRequest: build.mutation<{ token: string }, { slug: string; password: string }>({
      query: ({ slug, password }) => ({ url: `${urlOf(slug)}/open`, method: 'POST', body: { password } }),
      responseSchema: openedFileRequestSchema,
    }),
  }),
});

export const {
  useListFileRequestsInfiniteQuery,
  useCreateFileRequestMutation,
  useChangeFileRequestMutation,
  useDeleteFileRequestMutation,
  useGetFileRequestQuery,
  useOpenFileRequestMutation,
} = fileRequestsApi;
