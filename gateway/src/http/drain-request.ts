import type { IncomingMessage } from 'node:http';

const MAX_DRAIN_MS = 5_000;
const MAX_DRAIN_BYTES = 64 * 1024 * 1024;

/**
 * Reads and discards the rest of a refused request's body (lingering close). Closing the connection while the client
 * still sends would reset it, and the client would lose the response. Destroys the request after `maxMs` or 64 MiB.
 * @param onEnd called once the body has ended; ending the response earlier may close the connection
 */
export function drainRequest(request: IncomingMessage, onEnd: () => void, maxMs = MAX_DRAIN_MS): void {
  let bytes = 0;
  const timer = setTimeout(() => request.destroy(), maxMs);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
  // Detach the former reader: if it no longer reads, its backpressure would stall the stream.
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DRAIN_BYTES) request.destroy();
  });
  request.once('end', onEnd);
  request.resume();
}
