import { AppError } from '@waybill/contracts';
import { isLoopbackHost, type SecurityLog } from '@waybill/service-kit';
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { clientAddress } from './client-address.js';
import { hostOf } from './host-of.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * CSRF check: rejects state-changing calls that a foreign site made the browser send (contract, "Cross-site
 * requests"). Calls with neither `Origin` nor `Sec-Fetch-Site` do not come from a browser, so they carry no cookies
 * of a victim.
 * @throws AppError `request.foreign-origin`
 */
export function checkOrigin(method: string, headers: IncomingHttpHeaders, publicOrigin: string): void {
  if (safeMethods.has(method)) return;
  const { origin, host } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, host, publicOrigin))
    throw new AppError('request.foreign-origin');
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new AppError('request.foreign-origin');
}

/** Checks the origin, and records a refusal in the security log. @throws AppError `request.foreign-origin` */
export function rejectForeignOrigin(
  request: Pick<FastifyRequest, 'method' | 'headers' | 'ip' | 'socket'>,
  publicOrigin: string,
  securityLog: () => SecurityLog,
): void {
  try {
    checkOrigin(request.method, request.headers, publicOrigin);
  } catch (error) {
    securityLog().record('foreign-origin.refused', { address: clientAddress(request) });
    throw error;
  }
}

/**
 * Whether the origin is PUBLIC_URL. While PUBLIC_URL is local (the default), an origin equal to the requested host is
 * accepted as well, because the machine may have any address in its network. With any other PUBLIC_URL it is refused:
 * in a DNS rebinding attack, the origin of the attacker is equal to the requested host, too.
 */
function isOwnOrigin(origin: string, host: string | undefined, publicOrigin: string): boolean {
  if (origin === publicOrigin) return true;
  return isLoopbackHost(new URL(publicOrigin).hostname) && hostOf(origin) === host;
}
