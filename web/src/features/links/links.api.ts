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
import { linkTokenHeader } from './link-tokens.js';

const openingSchema = z.union([openedLinkSchema, codeSentSchema]);

/** File or bundle that links belong to. */
export interface LinkedTarget {
  readonly kind: 'file' | 'bundle';
  readonly id: string;
}

const pathOf = ({ kind, id }: LinkedTarget) => `${kind}s/${id}/links`;

/** Links of a file or bundle, for its owner, and the opening of one. */
const linksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLinks: build.query<LinkView[], LinkedTarget>({
      query: pathOf,
      responseSchema: linkSchema.array(),
      providesTags: ['Links'],
    }),
    createLink: build.mutation<LinkView, { target: LinkedTarget; settings: LinkSettings }>({
      query: ({ target, settings }) => ({ url: pathOf(target), method: 'POST', body: settings }),
      responseSchema: linkSchema,
      invalidatesTags: (_link, error) => (error ? [] : ['Links']),
    }),
    changeLink: build.mutation<LinkView, { id: string; settings: LinkSettings }>({
      query: ({ id, settings }) => ({ url: `links/${id}`, method: 'PUT', body: settings }),
      responseSchema: linkSchema,
      invalidatesTags: (_link, error) => (error ? [] : ['Links']),
    }),
    revokeLink: build.mutation<null, string>({
      query: (id) => ({ url: `links/${id}`, method: 'DELETE' }),
      invalidatesTags: (_nothing, error) => (error ? [] : ['Links']),
    }),
    getLink: build.query<PublicLink, string>({
      query: (slug) => ({ url: `links/${encodeURIComponent(slug)}`, headers: linkTokenHeader(slug) }),
      responseSchema: publicLinkSchema,
      keepUnusedDataFor: 0,
    }),
    openLink: build.mutation<z.infer<typeof openingSchema>, { slug: string; form: OpenLink }>({
      query: ({ slug, form }) => ({
        url: `links/${encodeURIComponent(slug)}/open`,
        method: 'POST',
        body: form,
      }),
      responseSchema: openingSchema,
    }),
  }),
});

export const {
  useListLinksQuery,
  useCreateLinkMutation,
  useChangeLinkMutation,
  useRevokeLinkMutation,
  useGetLinkQuery,
  useOpenLinkMutation,
} = linksApi;
