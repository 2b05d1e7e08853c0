import http from 'node:http';
import https from 'node:https';
import type { ClientOptions } from 'minio';
import { freeBuffer } from '../streams/free-buffer.js';

type Transport = NonNullable<ClientOptions['transport']>;

/** Timeouts in milliseconds. */
export interface Timeouts {
  /** Until the host accepts a connection. */
  readonly connect: number;
  /** Without a byte in either direction, while the store has to send or to receive. A slow consumer does not count. */
  readonly idle: number;
  /** Replaces `idle` while the store completes a multipart upload. */
  readonly completion: number;
}

export const defaultTimeouts: Timeouts = { connect: 3000, idle: 30_000, completion: 120_000 };

/** Statuses of which the MinIO client does not read the response. */
const UNREAD_STATUSES = new Set([408, 429, 499, 502, 503, 504, 520]);

/** Replaces status 500, so that the MinIO client reads the response: MinIO reports a full disk with status 500. */
const INTERNAL_ERROR = 599;

/**
 * HTTP transport with timeouts for the MinIO client, which has none.
 * @param signal aborts every request
 */
export function createTransport(secure: boolean, timeouts: Timeouts, signal?: AbortSignal): Transport {
  const { request } = secure ? https : http;

  function send(
    options: http.RequestOptions,
    onResponse: (response: http.IncomingMessage) => void,
  ): http.ClientRequest {
    let response: http.IncomingMessage | undefined;
    const sent = request({ ...options, ...(signal && { signal }) }, (received) => {
      response = received;
      // An unread response would keep its connection out of the pool.
      if (UNREAD_STATUSES.has(received.statusCode ?? 0)) received.resume();
      if (received.statusCode === 500) received.statusCode = INTERNAL_ERROR;
      onResponse(received);
    });
    const idleMs = isCompletion(options) ? timeouts.completion : timeouts.idle;
    sent.setTimeout(idleMs, () => {
      // Unread bytes mean that the consumer is slow, not the store.
      if (response && response.readableLength > 0) sent.setTimeout(idleMs);
      else sent.destroy(new Error(`The object store was idle for ${idleMs} ms`));
    });
    // Without a listener Node closes the connection of a switch of protocols, with neither a response nor an error.
    sent.once('upgrade', (_response, socket) => {
      socket.destroy();
      sent.emit('error', new Error('The object store switched protocols'));
    });
    limitConnecting(sent, timeouts.connect);
    const write = sent.write.bind(sent);
    // Free each piece of a part once it was sent. `freeBuffer` does not free memory that a part will use again.
    sent.write = (piece: Uint8Array) => write(piece, () => freeBuffer(piece));
    return sent;
  }

  return { request: send } as Transport;
}

/** Whether the request completes a multipart upload. The start of one is a POST, too, but without an upload id. */
function isCompletion({ method, path }: http.RequestOptions): boolean {
  return method === 'POST' && /[?&]uploadId=/.test(path ?? '');
}

function limitConnecting(request: http.ClientRequest, ms: number): void {
  const timer = setTimeout(() => {
    request.destroy(new Error(`The object store accepted no connection for ${ms} ms`));
  }, ms);
  const connected = (): void => clearTimeout(timer);
  request.once('close', connected);
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', connected);
    else connected();
  });
}
