import { AppError } from '@waybill/contracts';
import type { IncomingHttpHeaders } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses calls that change state on behalf of another site (contract, "Cross-site requests"). A call without
 * `Origin` and `Sec-Fetch-Site` comes from no browser and carries no stolen cookies.
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
