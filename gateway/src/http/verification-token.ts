import type { FastifyRequest } from 'fastify';

/** Verification token of a request: the header, or `?token=` from clients that cannot send headers. */
export function verificationTokenOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  query: { readonly token?: string | undefined },
): string | null {
  const header = headers['x-verification-token'];
  return (typeof header === 'string' ? header : undefined) ?? query.token ?? null;
}
