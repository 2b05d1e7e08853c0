import { freeBuffer } from '@waybill/storage';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { TransferPace } from '../limits/transfer-pace.js';

/**
 * Sends `body` at the pace of the client (backpressure), but no slower than `pace` allows. Reads the next chunk while
 * one is being sent, and frees each chunk as soon as it was sent. Stops when the client disconnects. If `body` fails,
 * the connection is closed without an end, so that the client notices that the response is incomplete.
 */
export async function pipeBody(body: Readable, response: ServerResponse, pace: TransferPace): Promise<void> {
  const disconnected = new AbortController();
  const onClose = () => disconnected.abort();
  response.once('close', onClose);
  // The client may have disconnected while the file was being opened: `close` was emitted already.
  if (response.destroyed) disconnected.abort();
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  try {
    let next = chunks.next();
    for (;;) {
      const { done, value: chunk } = await next;
      if (disconnected.signal.aborted) return;
      if (done) break;
      // Read the length now: once the buffer was sent it is detached, and its length is 0.
      const size = chunk.length;
      const isFlushed = response.write(chunk, () => freeBuffer(chunk));
      next = chunks.next();
      // Awaited in the next turn of the loop; marks a rejection as handled if the client disconnects before that.
      next.catch(() => undefined);
      if (!isFlushed) await pace.waitForClient(once(response, 'drain', { signal: disconnected.signal }));
      pace.add(size);
    }
    response.end();
  } catch (error) {
    closeConnection(response);
    if (!disconnected.signal.aborted) throw error;
  } finally {
    response.off('close', onClose);
    body.destroy();
  }
}

/** Sends a small body together with the headers, then waits for the client as `pipeBody` does. */
export async function sendBytes(bytes: Buffer, response: ServerResponse, pace: TransferPace): Promise<void> {
  if (response.destroyed) return;
  response.end(bytes);
  // Usually the kernel has accepted all bytes by now, and there is nothing to wait for. A pipelined response that waits
  // behind another one has no socket yet, and all of its bytes are in memory.
  if (response.writableFinished || response.socket?.writableLength === 0) return;
  const disconnected = new AbortController();
  const onClose = () => disconnected.abort();
  response.once('close', onClose);
  try {
    await pace.waitForClient(once(response, 'finish', { signal: disconnected.signal }));
  } catch (error) {
    closeConnection(response);
    if (!disconnected.signal.aborted) throw error;
  } finally {
    response.off('close', onClose);
  }
}

/** Also closes the connection of a response without a socket: otherwise its bytes would stay in memory. */
function closeConnection(response: ServerResponse): void {
  response.destroy();
  if (response.socket === null) response.req.socket.destroy();
}
