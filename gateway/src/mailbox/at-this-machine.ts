import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** What proxies and tunnels add. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const;

/** A request as it came over the wire, before any header of it is believed. */
export interface WireRequest {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
  readonly httpVersion: string;
}

/**
 * Whether a request was certainly made at this machine, by somebody who types its own name for it. Every doubt is a
 * no: see docs/decisions/mailbox.md.
 * @param publicUrl where people reach this Waybill; `trustsProxy`: whether the operator says there is a proxy
 */
export function isAtThisMachine(
  { socket, headers, httpVersion }: WireRequest,
  { publicUrl, trustsProxy }: { readonly publicUrl: URL; readonly trustsProxy: boolean },
): boolean {
  if (trustsProxy || !isLoopbackName(publicUrl.hostname)) return false;
  if (!isLoopbackAddress(socket.remoteAddress ?? '')) return false;
  // Another site's name that leads here is a rebound DNS entry, a tunnel or a proxy.
  if (!isLoopbackHost(headers.host)) return false;
  // Proxies that say nothing of themselves mostly speak HTTP/1.0; browsers never do.
  return httpVersion !== '1.0' && FORWARDING_HEADERS.every((name) => headers[name] === undefined);
}

function isLoopbackHost(host: string | undefined): boolean {
  const address = `http://${host ?? ''}`;
  return URL.canParse(address) && isLoopbackName(new URL(address).hostname);
}

function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackAddress(hostname.replaceAll(/^\[|\]$/g, ''));
}

function isLoopbackAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return loopback.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
