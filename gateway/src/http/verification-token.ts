import type { FastifyRequest } from 'fastify';

/** Verification token of a request: the header, or `?token=` from clients that cannot send it or send it empty. */
export function verificationTokenOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  query: { readonly token?: string | undefined } = {},
): string | null {
  const header = headers['x-verification-token'];
  return typeof header === 'string' && header !== '' ? header : (query.token ?? null);
}
