import type { FastifyReply } from 'fastify';

/** Sends the cursor of the next page. The last page has none. */
export function setNextCursor(reply: FastifyReply, nextCursor: string | null): void {
  if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
}
