import { fileIdSchema } from '@waybill/contracts';
import { newUuid } from '../uuid.js';
import { tabKeeper } from './local-keeper.js';

/** Tells the server which byte requests are one visit, and which share mail's link brought it. */
export interface Visit {
  readonly id: string;
  readonly via: string | null;
}

/** This tab's visit of a file. `search`: the page's query, whose `via` is kept for later pages of the visit. */
export function visitOf(fileId: string, search: URLSearchParams): Visit {
  const idKey = `waybill.visit.${fileId}`;
  const viaKey = `waybill.via.${fileId}`;
  const id = tabKeeper.read(idKey) ?? newUuid();
  const via = fileIdSchema.safeParse(search.get('via')).data ?? tabKeeper.read(viaKey);
  tabKeeper.keep(idKey, id);
  if (via !== null) tabKeeper.keep(viaKey, via);
  return { id, via };
}
