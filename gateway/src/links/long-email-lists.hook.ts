import type { FastifyInstance } from 'fastify';

/** Enough for 1,000 `allowedEmails` of 254 characters, of three bytes each. */
const LIMIT_BYTES = 1024 * 1024;

const paths = new Set(['/api/files/:id/links', '/api/bundles/:id/links', '/api/links/:id']);

/** Raises the body limit of calls that create or change a link. Must be called before routes are added. */
export function allowLongEmailLists(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (paths.has(route.url)) route.bodyLimit = LIMIT_BYTES;
  });
}
