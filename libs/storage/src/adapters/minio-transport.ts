import http from 'node:http';
import https from 'node:https';
import type { ClientOptions } from 'minio';
import { freeBuffer } from '../streams/free-buffer.js';

type Transport = NonNullable<ClientOptions['transport']>;

/** In milliseconds. */
export interface Timeouts {
  /** How long a host may take to accept a connection. */
  readonly connect: number;
  /** How long the store may say and take nothing while it is its turn. */
  readonly idle: number;
  /** The same while it puts the parts of an object together. */
  readonly completion: number;
}

export const defaultTimeouts: Timeouts = { connect: 3000, idle: 30_000, completion: 120_000 };

/** Statuses on which the client turns away from a response without reading it. */
const UNREAD_STATUSES = new Set([408, 429, 499, 502, 503, 504, 520]);

/** What 500 is turned into, so that the client does read it: MinIO says in one that its disk is full. */
const INTERNAL_ERROR = 599;

/**
 * HTTP as the client uses it, but no request waits for a dead store for ever: the client itself knows no time-outs.
 * @param signal cuts off every request
 */
export function createTransport(secure: boolean, patience: Timeouts, signal?: AbortSignal): Transport {
  const { request } = secure ? https : http;

  function send(
    options: http.RequestOptions,
    onResponse: (response: http.IncomingMessage) => void,
  ): http.ClientRequest {
    let response: http.IncomingMessage | undefined;
    const sent = request({ ...options, ...(signal && { signal }) }, (received) => {
      response = received;
      // Unread, it would keep its connection to itself.
      if (UNREAD_STATUSES.has(received.statusCode ?? 0)) received.resume();
      if (received.statusCode === 500) received.statusCode = INTERNAL_ERROR;
      onResponse(received);
    });
    const idleMs = options.method === 'POST' ? patience.completion : patience.idle;
    sent.setTimeout(idleMs, () => {
      // What has come and is not read yet means that our reader is the slow one.
      if (response && response.readableLength > 0) sent.setTimeout(idleMs);
      else sent.destroy(new Error(`The object store said nothing for ${idleMs} ms`));
    });
    limitConnecting(sent, patience.connect);
    const write = sent.write.bind(sent);
    // Only parts are written so, each piece of them read for this alone.
    sent.write = (piece: Uint8Array) => write(piece, () => freeBuffer(piece));
    return sent;
  }

  return { request: send } as Transport;
}

function limitConnecting(request: http.ClientRequest, ms: number): void {
  const timer = setTimeout(() => {
    request.destroy(new Error(`The object store took no connection for ${ms} ms`));
  }, ms);
  const connected = (): void => clearTimeout(timer);
  request.once('close', connected);
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', connected);
    else connected();
  });
}
