import type { FastifyRequest } from 'fastify';

/** Path of the request's URL, without the query. */
export function requestPath({ url }: Pick<FastifyRequest, 'url'>): string {
  return url.split('?', 1)[0] ?? '/';
}
