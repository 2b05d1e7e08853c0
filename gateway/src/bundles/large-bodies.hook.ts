import type { FastifyInstance } from 'fastify';

/** Enough for 10,000 files with their ids and short paths. */
const LIMIT_BYTES = 4 * 1024 * 1024;

const paths = new Set(['/api/bundles', '/api/bundles/:id']);

/** Raises the body limit of calls that list the files of a bundle. Must be called before routes are added. */
export function allowLargeBundleBodies(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (paths.has(route.url)) route.bodyLimit = LIMIT_BYTES;
  });
}
