import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';

/**
 * Destroys the body of a HEAD response. Fastify adds HEAD to each GET route, and would read the whole body to discard
 * it: an export as fast as the services reply, and a live stream for ever. Skips static files, which have no body then.
 */
export function destroyBodyOfHead(server: FastifyInstance): void {
  server.addHook('onSend', ({ method, routeOptions }, _reply, payload, done) => {
    const isApi = routeOptions.url?.startsWith('/api/') === true;
    if (method === 'HEAD' && isApi && payload instanceof Readable) payload.destroy();
    done();
  });
}
