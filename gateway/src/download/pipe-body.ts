import { freeBuffer } from '@waybill/storage';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/**
 * Sends `body` at the pace of the client: one chunk is fetched while the one before it is sent, and what is sent is
 * given back at once. A client that goes away ends it; a body that breaks breaks the connection, so that nobody takes
 * a part for the whole.
 */
export async function pipeBody(body: Readable, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  const onClose = () => gone.abort();
  response.once('close', onClose);
  // It may have gone before anyone listened, while the file was being opened: then no event will tell.
  if (response.destroyed) gone.abort();
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  try {
    let next = chunks.next();
    for (;;) {
      const { done, value: chunk } = await next;
      if (gone.signal.aborted) return;
      if (done) break;
      const isFlushed = response.write(chunk, () => freeBuffer(chunk));
      next = chunks.next();
      // Awaited after the chunk before it was sent; should the client go first, nobody asks for it.
      next.catch(() => undefined);
      if (!isFlushed) await once(response, 'drain', { signal: gone.signal });
    }
    response.end();
  } catch (error) {
    response.destroy();
    if (!gone.signal.aborted) throw error;
  } finally {
    response.off('close', onClose);
    body.destroy();
  }
}
