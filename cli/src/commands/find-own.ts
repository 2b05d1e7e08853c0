import type { FileRequestView, FoundLink } from '@waybill/contracts';
import type { Api } from '../api.js';
import { RefusedError } from '../errors.js';

const NOT_FOUND = 404;

/** The caller's link with this slug. @throws RefusedError without one */
export async function findOwnLink(api: Api, slug: string): Promise<FoundLink> {
  const [link] = await api.json<FoundLink[]>(`/api/links?slug=${encodeURIComponent(slug)}`);
  if (!link) throw new RefusedError(`You have no link /l/${slug}`, NOT_FOUND);
  return link;
}

/** The caller's file request with this slug. @throws RefusedError without one */
export async function findOwnRequest(api: Api, slug: string): Promise<FileRequestView> {
  for await (const request of api.pages<FileRequestView>('/api/requests'))
    if (request.slug === slug) return request;
  throw new RefusedError(`You have no file request /r/${slug}`, NOT_FOUND);
}
