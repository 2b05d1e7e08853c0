import type { IncomingMessage } from 'node:http';

const MAX_LINGER_MS = 5_000;
const MAX_LINGER_BYTES = 64 * 1024 * 1024;

/**
 * Reads on, for a while, what a client still sends of a request that was refused: a connection closed under its
 * hands would cost it the answer that says why. A client that goes on for longer loses the connection.
 * @param over called when there is nothing more to read; an answer that ends before then may end the connection
 */
export function drainRequest(request: IncomingMessage, over: () => void): void {
  let bytes = 0;
  const timer = setTimeout(() => request.destroy(), MAX_LINGER_MS);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
  // Whoever was reading it has stopped, and would hold it up.
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_LINGER_BYTES) request.destroy();
  });
  request.once('end', over);
  request.resume();
}
