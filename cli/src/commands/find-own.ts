import type { FileRequestView, FoundLink } from '@waybill/contracts';
import { type Address, explainNotFound, parseAddress } from '../address.js';
import type { Api } from '../api.js';
import { NOT_FOUND, RefusedError } from '../errors.js';

/** The caller's link at an address. @throws RefusedError without one */
export async function findOwnLink(api: Api, address: Address): Promise<FoundLink> {
  const [link] = await api.json<FoundLink[]>(`/api/links?slug=${encodeURIComponent(address.id)}`);
  if (link && isAt(link.url, address, api)) return link;
  throw explainNotFound(new RefusedError(`You have no link /l/${address.id}`, NOT_FOUND), address, api.url);
}

/** The caller's file request at an address. @throws RefusedError without one */
export async function findOwnRequest(api: Api, address: Address): Promise<FileRequestView> {
  for await (const request of api.pages<FileRequestView>('/api/requests'))
    if (request.slug === address.id && isAt(request.url, address, api)) return request;
  throw explainNotFound(
    new RefusedError(`You have no file request /r/${address.id}`, NOT_FOUND),
    address,
    api.url,
  );
}

/** Whether an address names this Waybill, by the log-in's address or the public one. Others can have the same slug. */
function isAt(url: string, address: Address, api: Api): boolean {
  return address.url === api.url || parseAddress(url).url === address.url;
}
