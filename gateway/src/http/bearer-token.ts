import type { IncomingHttpHeaders } from 'node:http';

/**
 * The token of an `Authorization: Bearer` header (RFC 6750); null without one. A browser sends no such header for
 * another site, so a call with a token needs no CSRF check. Its cookies are ignored.
 */
export function bearerToken({ authorization }: IncomingHttpHeaders): string | null {
  return /^bearer +(.+)$/i.exec(authorization ?? '')?.[1]?.trim() ?? null;
}
