import { LOGIN_HINT_COOKIE } from '@waybill/contracts';

const marks = new Set([`${LOGIN_HINT_COOKIE}=1`, `__Host-${LOGIN_HINT_COOKIE}=1`]);

/** Whether this browser may have a session: only the server can tell whose, and whether it still lives. */
export function mayBeSignedIn(): boolean {
  return document.cookie.split('; ').some((cookie) => marks.has(cookie));
}
