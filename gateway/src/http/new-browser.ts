import type { Caller } from '@waybill/contracts';
import { randomUUID } from 'node:crypto';

/** A caller that creates a file or bundle, with the browser id by which it owns it. */
export interface CreatingCaller {
  readonly owner: Caller;
  /** Id for the browser's cookie, to be set once something was created; null if the caller has an identity already. */
  readonly newBrowserId: string | null;
}

/** Gives a caller without an account and without a browser id a new browser id. */
export function withBrowserId(caller: Caller): CreatingCaller {
  if (caller.userId !== null || caller.browserId !== null) return { owner: caller, newBrowserId: null };
  const newBrowserId = randomUUID();
  return { owner: { ...caller, browserId: newBrowserId }, newBrowserId };
}
