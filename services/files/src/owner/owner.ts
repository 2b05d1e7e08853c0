import type { Caller } from '@waybill/contracts';

/** Owner of a file: an account or an anonymous browser, never both (contract, "Who owns an anonymous upload"). */
export interface Owner {
  readonly userId: string | null;
  readonly browserId: string | null;
}

/** Owner of the caller's uploads. Null for a caller without session and browser id. */
export function ownerOf(caller: Caller): Owner | null {
  if (caller.userId !== null) return { userId: caller.userId, browserId: null };
  if (caller.browserId !== null) return { userId: null, browserId: caller.browserId };
  return null;
}

/** Unique key of the owner, for locks. */
export function ownerKey(owner: Owner): string {
  return owner.userId === null ? `browser:${owner.browserId ?? ''}` : `user:${owner.userId}`;
}
