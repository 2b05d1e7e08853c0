import { release } from '@waybill/storage';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/**
 * Sends `body` at the pace of the client, and holds one chunk at a time: what is sent is given back at once. A client
 * that goes away ends it; a body that breaks breaks the connection, so that nobody takes a part for the whole.
 */
export async function stream(body: Readable, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  const onClose = () => gone.abort();
  response.once('close', onClose);
  // It may have gone before anyone listened, while the file was being opened: then no event will tell.
  if (response.destroyed) gone.abort();
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (gone.signal.aborted) return;
      const isFlushed = response.write(chunk, () => release(chunk));
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
