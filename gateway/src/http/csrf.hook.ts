import { AppError } from '@waybill/contracts';
import type { IncomingHttpHeaders } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * CSRF check: rejects state-changing calls that a foreign site made the browser send (contract, "Cross-site
 * requests"). Calls with neither `Origin` nor `Sec-Fetch-Site` do not come from a browser, so they carry no cookies
 * of a victim.
 * @throws AppError `request.foreign-origin`
 */
export function rejectForeignOrigin(
  method: string,
  headers: IncomingHttpHeaders,
  publicOrigin: string,
): void {
  if (safeMethods.has(method)) return;
  const { origin, host } = headers;
  if (origin !== undefined) {
    if (origin !== publicOrigin && hostOf(origin) !== host) throw new AppError('request.foreign-origin');
    return;
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new AppError('request.foreign-origin');
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
