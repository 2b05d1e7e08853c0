import type { Caller } from '@waybill/contracts';

/** Who a file belongs to: an account or an anonymous browser, never both (contract, "Who owns an anonymous upload"). */
export interface Owner {
  readonly userId: string | null;
  readonly browserId: string | null;
}

/** Whom an upload of this caller belongs to; null when the caller is neither signed in nor a known browser. */
export function ownerOf(caller: Caller): Owner | null {
  if (caller.userId !== null) return { userId: caller.userId, browserId: null };
  if (caller.browserId !== null) return { userId: null, browserId: caller.browserId };
  return null;
}

/** One name per owner, for locks. */
export function ownerKey(owner: Owner): string {
  return owner.userId === null ? `browser:${owner.browserId ?? ''}` : `user:${owner.userId}`;
}
