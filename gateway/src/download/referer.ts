import type { IncomingHttpHeaders } from 'node:http';

/**
 * Where a visitor came from. Requests of our own pages all name our own page; these pages tell, as `from`, which
 * page elsewhere led to them. Empty: the visitor came directly.
 */
export function refererOf({ referer = '', host }: IncomingHttpHeaders, from: string | undefined): string {
  if (referer !== '' && hostOf(referer) !== host) return referer;
  return from !== undefined && /^https?:$/.test(protocolOf(from)) ? from : '';
}

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null;
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : '';
}
