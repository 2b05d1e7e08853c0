import { LOGIN_HINT_COOKIE } from '@waybill/contracts';

const marks = new Set([`${LOGIN_HINT_COOKIE}=1`, `__Host-${LOGIN_HINT_COOKIE}=1`]);

/** Whether this browser may have a session. Only the server knows whether it is valid. */
export function hasLoginHint(): boolean {
  return document.cookie.split('; ').some((cookie) => marks.has(cookie));
}
