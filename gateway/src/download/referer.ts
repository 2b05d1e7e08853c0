import type { IncomingHttpHeaders } from 'node:http';

/**
 * URL of the page that led the visitor here; empty for direct visits. Requests of the web client carry its own page
 * as `Referer`; that page passes on the referer it was opened with as `from`.
 */
export function refererOf({ referer = '', host }: IncomingHttpHeaders, from: string | undefined): string {
  if (referer !== '' && hostOf(referer) !== host) return referer;
  return from !== undefined && /^https?:$/.test(protocolOf(from)) ? from : '';
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}
