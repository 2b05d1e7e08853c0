import type { IncomingMessage } from 'node:http';

const MAX_LINGER_MS = 5_000;
const MAX_LINGER_BYTES = 64 * 1024 * 1024;

/**
 * Reads on, for a while, what a client still sends of a request that was refused: a connection closed under its
 * hands would cost it the answer that says why. Then the connection ends.
 */
export function lingerThenClose(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  const timer = setTimeout(() => request.destroy(), MAX_LINGER_MS);
  timer.unref();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_LINGER_BYTES) request.destroy();
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
