import { parseId } from '@waybill/contracts';
import { newUuid } from '../uuid.js';
import { safeSessionStorage } from './safe-storage.js';

/** Visit parameters of requests for bytes. `id`: equal for all requests of a visit. `via`: the share mail behind it. */
export interface Visit {
  readonly id: string;
  readonly via: string | null;
  /** External page whose link was followed; null for a direct visit. */
  readonly from: string | null;
}

/**
 * Visit of a file in this tab. `search`: query of the page, whose `via` is kept for the later pages of the visit.
 */
export function visitOf(fileId: string, search: URLSearchParams): Visit {
  const idKey = idKeyOf(fileId);
  const viaKey = `waybill.via.${fileId}`;
  const fromKey = `waybill.from.${fileId}`;
  const id = safeSessionStorage.read(idKey) ?? newUuid();
  const via = parseId(search.get('via')) ?? safeSessionStorage.read(viaKey);
  const from = safeSessionStorage.read(fromKey) ?? pageElsewhere();
  safeSessionStorage.write(idKey, id);
  if (via !== null) safeSessionStorage.write(viaKey, via);
  if (from !== null) safeSessionStorage.write(fromKey, from);
  return { id, via, from };
}

/** Keeps the id that the server gave to the visit: requests and reports of reading of this tab name it from now on. */
export function keepVisitId(fileId: string, id: string): void {
  safeSessionStorage.write(idKeyOf(fileId), id);
}

function idKeyOf(fileId: string): string {
  return `waybill.visit.${fileId}`;
}

/** External referrer of the page. Requests for bytes cannot convey it, because their `Referer` is our own page. */
function pageElsewhere(): string | null {
  const { referrer } = document;
  return URL.canParse(referrer) && new URL(referrer).origin !== window.location.origin ? referrer : null;
}
