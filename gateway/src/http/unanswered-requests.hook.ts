import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** Browsers send one request at a time on a connection. Clients that pipeline send a few. */
const MAX_UNANSWERED = 32;

/**
 * Ends a connection with too many unanswered requests. Node stops reading from a client that does not read the
 * responses. But one read of the socket holds over a thousand pipelined requests, whose responses would all stay in
 * memory.
 */
export function limitUnansweredRequests(server: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  server.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    if (count > MAX_UNANSWERED) {
      // Without `done` no handler runs, neither for this request nor for the rest of the read.
      socket.destroy();
      return;
    }
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    done();
  });
}
