import http from 'node:http';
import https from 'node:https';
import type { ClientOptions } from 'minio';
import { release } from '../streams/release.js';

type Transport = NonNullable<ClientOptions['transport']>;

/** In milliseconds. */
export interface Patience {
  /** How long a host may take to accept a connection. */
  readonly connect: number;
  /** How long the store may say and take nothing while it is its turn. */
  readonly silence: number;
  /** The same while it puts the parts of an object together. */
  readonly assembly: number;
}

export const usualPatience: Patience = { connect: 3000, silence: 30_000, assembly: 120_000 };

/** Statuses on which the client turns away from a response without reading it. */
const UNREAD = new Set([408, 429, 499, 502, 503, 504, 520]);

/** What 500 is turned into, so that the client does read it: MinIO says in one that its disk is full. */
const INTERNAL_ERROR = 599;

/**
 * HTTP as the client uses it, but no request waits for a dead store for ever: the client itself knows no time-outs.
 * @param signal cuts off every request
 */
export function transportOf(secure: boolean, patience: Patience, signal?: AbortSignal): Transport {
  const { request } = secure ? https : http;

  function send(
    options: http.RequestOptions,
    onResponse: (response: http.IncomingMessage) => void,
  ): http.ClientRequest {
    let response: http.IncomingMessage | undefined;
    const sent = request({ ...options, ...(signal && { signal }) }, (received) => {
      response = received;
      // Unread, it would keep its connection to itself.
      if (UNREAD.has(received.statusCode ?? 0)) received.resume();
      if (received.statusCode === 500) received.statusCode = INTERNAL_ERROR;
      onResponse(received);
    });
    const silenceMs = options.method === 'POST' ? patience.assembly : patience.silence;
    sent.setTimeout(silenceMs, () => {
      // What has come and is not read yet means that our reader is the slow one.
      if (response && response.readableLength > 0) sent.setTimeout(silenceMs);
      else sent.destroy(new Error(`The object store said nothing for ${silenceMs} ms`));
    });
    limitConnecting(sent, patience.connect);
    const write = sent.write.bind(sent);
    // Only parts are written so, each piece of them read for this alone.
    sent.write = (piece: Uint8Array) => write(piece, () => release(piece));
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
