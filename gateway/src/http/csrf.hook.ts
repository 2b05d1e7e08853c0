import { AppError } from '@waybill/contracts';
import { accountRoutes, signInRoutes } from '@waybill/contracts/http';
import { isLoopbackHost, type SecurityLog } from '@waybill/service-kit';
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { clientAddress } from './client-address.js';
import { fastifyPath } from './fastify-path.js';
import { hostOf } from './host-of.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const ownSites = new Set(['same-origin', 'none']);

/** Routes of GET that consume attempts of the client's network, whether or not they succeed. */
const limitedReads: ReadonlySet<string | undefined> = new Set(
  [accountRoutes.checkPasswordReset, signInRoutes.beginOidc, signInRoutes.finishOidc].map(({ path }) =>
    fastifyPath(path),
  ),
);

/**
 * CSRF check: rejects state-changing calls that a foreign site made the browser send (contract, "Cross-site
 * requests"). Reads need no check: no response has CORS headers, so a foreign site cannot read any. Calls with neither
 * `Origin` nor `Sec-Fetch-Site` do not come from a browser, so they carry no cookies of a victim.
 * @throws AppError `request.foreign-origin`
 */
export function checkOrigin(method: string, headers: IncomingHttpHeaders, publicOrigin: string): void {
  if (safeMethods.has(method)) return;
  const { origin, host } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, host, publicOrigin))
    throw new AppError('request.foreign-origin');
  if (isFromForeignSite(headers)) throw new AppError('request.foreign-origin');
}

/**
 * Rejects a read that uses up attempts when a page of another site embeds it, such as in a hundred images: the network
 * of each visitor of that page would be locked out. Links of other sites, and the provider's redirect, are accepted.
 * @param route pattern of the route, which the router has decoded
 * @throws AppError `request.foreign-origin`
 */
export function checkEmbedding(route: string | undefined, headers: IncomingHttpHeaders): void {
  const isPage = headers['sec-fetch-dest'] === 'document';
  if (limitedReads.has(route) && !isPage && isFromForeignSite(headers))
    throw new AppError('request.foreign-origin');
}

/** By `Sec-Fetch-Site`, which only browsers send. */
function isFromForeignSite({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return site !== undefined && !ownSites.has(site);
}

/**
 * Checks where the call comes from, and records a refusal in the security log.
 * @throws AppError `request.foreign-origin`
 */
export function rejectForeignOrigin(
  request: Pick<FastifyRequest, 'method' | 'headers' | 'ip' | 'socket' | 'routeOptions'>,
  publicOrigin: string,
  securityLog: () => SecurityLog,
): void {
  try {
    checkOrigin(request.method, request.headers, publicOrigin);
    checkEmbedding(request.routeOptions.url, request.headers);
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
