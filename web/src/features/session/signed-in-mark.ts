import { SIGNED_IN_MARK } from '@waybill/contracts';

const marks = new Set([`${SIGNED_IN_MARK}=1`, `__Host-${SIGNED_IN_MARK}=1`]);

/** Whether this browser may have a session: only the server can tell whose, and whether it still lives. */
export function mayBeSignedIn(): boolean {
  return document.cookie.split('; ').some((cookie) => marks.has(cookie));
}
