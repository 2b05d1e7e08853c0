import type { IncomingHttpHeaders } from 'node:http';
import { hostOf } from '../http/host-of.js';

/**
 * Origin of the page that led the visitor here; empty for direct visits. Requests of the web client carry its own page
 * as `Referer`; that page passes on the referer it was opened with as `from`. Path and query are left out: they are
 * free text of the caller, and can contain personal data of the visitor.
 */
export function refererOf(headers: IncomingHttpHeaders, from: string | undefined, publicUrl: URL): string {
  const { referer = '' } = headers;
  return originOf(referer === '' || isByOwnPage(headers, publicUrl) ? (from ?? '') : referer);
}

/** Whether a page of Waybill itself makes the request. */
export function isByOwnPage({ referer = '', host }: IncomingHttpHeaders, publicUrl: URL): boolean {
  // Behind a proxy, the header `Host` may have another name or lack the port.
  return [host, publicUrl.host].includes(hostOf(referer) ?? undefined);
}

/** The origin of a web page; empty for anything else. */
function originOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, origin } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? origin : '';
}
