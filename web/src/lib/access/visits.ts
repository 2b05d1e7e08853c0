import { fileIdSchema } from '@waybill/contracts';
import { newUuid } from '../uuid.js';
import { tabKeeper } from './local-keeper.js';

/** Tells the server which byte requests are one visit, and which share mail's link brought it. */
export interface Visit {
  readonly id: string;
  readonly via: string | null;
  /** The page elsewhere whose link was followed; null when the visitor came directly. */
  readonly from: string | null;
}

/** This tab's visit of a file. `search`: the page's query, whose `via` is kept for later pages of the visit. */
export function visitOf(fileId: string, search: URLSearchParams): Visit {
  const idKey = `waybill.visit.${fileId}`;
  const viaKey = `waybill.via.${fileId}`;
  const fromKey = `waybill.from.${fileId}`;
  const id = tabKeeper.read(idKey) ?? newUuid();
  const via = fileIdSchema.safeParse(search.get('via')).data ?? tabKeeper.read(viaKey);
  const from = tabKeeper.read(fromKey) ?? pageElsewhere();
  tabKeeper.keep(idKey, id);
  if (via !== null) tabKeeper.keep(viaKey, via);
  if (from !== null) tabKeeper.keep(fromKey, from);
  return { id, via, from };
}

/** The bytes' own requests all come from our page, so only the page knows who sent the visitor here. */
function pageElsewhere(): string | null {
  const { referrer } = document;
  return URL.canParse(referrer) && new URL(referrer).origin !== window.location.origin ? referrer : null;
}
