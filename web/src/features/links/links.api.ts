import {
  codeSentSchema,
  linkSchema,
  type LinkSettings,
  type LinkView,
  openedLinkSchema,
  type OpenLink,
  type PublicLink,
  publicLinkSchema,
} from '@waybill/contracts';
import { z } from 'zod';
import { api } from '../../lib/api/api.js';
import { type CursorPage, cursorPages, toPage } from '../../lib/api/cursor-pages.js';
import { linkTokenHeader } from './link-tokens.js';

/** Target of a link. */
export interface LinkedTarget {
  readonly kind: 'file' | 'bundle';
  readonly id: string;
}

const linksUrl = ({ kind, id }: LinkedTarget) => `${kind}s/${id}/links`;

/** Tags that a changed link invalidates. The owner's view of a file or bundle includes whether its first link is on. */
const staleAfterChange = ['Links', 'Files', 'File', 'Bundle'] as const;

const openingSchema = z.union([openedLinkSchema, codeSentSchema]);
type Opening = z.infer<typeof openedLinkSchema> | { readonly challenge: string | null };

/** Calls of an owner about the links of a file or bundle, and of a visitor who opens a link. */
const linksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLinks: build.infiniteQuery<CursorPage<LinkView>, LinkedTarget, string | null>({
      ...cursorPages,
      query: ({ queryArg, pageParam }) => ({
        url: linksUrl(queryArg),
        params: pageParam === null ? {} : { cursor: pageParam },
      }),
      rawResponseSchema: linkSchema.array(),
      transformResponse: toPage<LinkView>,
      providesTags: ['Links'],
    }),
    createLink: build.mutation<LinkView, { target: LinkedTarget; settings: LinkSettings }>({
      query: ({ target, settings }) => ({ url: linksUrl(target), method: 'POST', body: settings }),
      responseSchema: linkSchema,
      invalidatesTags: (_link, error) => (error ? [] : ['Links']),
    }),
    changeLink: build.mutation<LinkView, { id: string; settings: LinkSettings }>({
      query: ({ id, settings }) => ({ url: `links/${id}`, method: 'PUT', body: settings }),
      responseSchema: linkSchema,
      invalidatesTags: (_link, error) => (error ? [] : staleAfterChange),
    }),
    revokeLink: build.mutation<null, string>({
      query: (id) => ({ url: `links/${id}`, method: 'DELETE' }),
      // A call that failed can have been done all the same, or have come too late.
      invalidatesTags: ['Links'],
    }),
    getLink: build.query<PublicLink, string>({
      query: (slug) => ({ url: `links/${encodeURIComponent(slug)}`, headers: linkTokenHeader(slug) }),
      responseSchema: publicLinkSchema,
      keepUnusedDataFor: 0,
    }),
    openLink: build.mutation<Opening, { slug: string; form: OpenLink }>({
      query: ({ slug, form }) => ({
        url: `links/${encodeURIComponent(slug)}/open`,
        method: 'POST',
        body: form,
      }),
      rawResponseSchema: openingSchema,
      transformResponse: (answer: z.infer<typeof openingSchema>, meta) =>
        'needs' in answer ? { challenge: meta?.response?.headers.get('x-link-challenge') ?? null } : answer,
    }),
  }),
});

export const {
  useListLinksInfiniteQuery,
  useCreateLinkMutation,
  useChangeLinkMutation,
  useRevokeLinkMutation,
  useGetLinkQuery,
  useOpenLinkMutation,
} = linksApi;
