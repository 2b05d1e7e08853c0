import { createServer, request } from 'node:http';

/**
 * Keep-alive timeout, the same as Fastify's. With Node's default of 5 seconds, a busy client may send a request on a
 * connection that the proxy is just closing.
 */
const KEEP_ALIVE_MS = 72_000;

/** Headers of a single connection, which a proxy must not forward (RFC 9110, section 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Equals the response of a gateway whose services are unavailable, so that clients handle both cases alike. */
const unavailableBody = JSON.stringify({
  statusCode: 503,
  code: 'server.unavailable',
  message: 'Waybill is briefly unavailable. Please try again in a moment.',
});

/**
 * Creates a reverse proxy that sends calls to the ready `targets` in turn and streams in both directions. If a
 * target refuses the connection, tries the next one, because nothing of the call was sent. A call that was sent is
 * never repeated: a rolling restart of Waybill must not depend on it.
 * @param {{ host: string, port: number | string }[]} targets
 * @param {(target: object) => boolean} isReady targets that are not ready are tried last
 * @returns {import('node:http').Server}
 */
export function createProxy(targets, isReady = () => true) {
  let turn = 0;
  // An upload has no time limit.
  return createServer({ requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, outgoing) => {
    const first = turn++ % targets.length;
    const inTurn = [...targets.slice(first), ...targets.slice(0, first)];
    const order = [...inTurn.filter(isReady), ...inTurn.filter((target) => !isReady(target))];
    const attempt = (number) => {
      const again = () => number + 1 < order.length && attempt(number + 1);
      pass(incoming, outgoing, order[number], again);
    };
    attempt(0);
  });
}

function pass(incoming, outgoing, target, again) {
  const { method, url } = incoming;
  // Open a new connection for each call: the target may be closing an idle one at the same moment.
  const call = request({ ...target, method, path: url, headers: headersFor(incoming), agent: false });
  let sent = false;
  call.on('socket', (socket) =>
    socket.once('connect', () => {
      sent = true;
      incoming.pipe(call);
    }),
  );
  call.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode, answer.statusMessage, withoutHops(answer.rawHeaders));
    answer.pipe(outgoing);
    answer.once('error', () => outgoing.destroy());
  });
  call.on('error', () => {
    if (outgoing.headersSent || outgoing.destroyed) return outgoing.destroy();
    incoming.unpipe(call);
    if (!sent && again() !== false) return;
    outgoing.writeHead(503, { 'content-type': 'application/json', connection: 'close' }).end(unavailableBody);
  });
  outgoing.once('close', () => {
    // Discard the rest of a refused upload, because the next call follows it on the same connection.
    incoming.unpipe(call);
    incoming.resume();
    call.destroy();
  });
}

function headersFor({ headers, socket }) {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)));
  const earlier = headers['x-forwarded-for'];
  const from = earlier === undefined ? socket.remoteAddress : `${earlier}, ${socket.remoteAddress}`;
  const chunked = headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' };
  return { ...kept, ...chunked, 'x-forwarded-for': from };
}

/** Removes hop-by-hop headers. Keeps repeated headers and the case of names. */
function withoutHops(rawHeaders) {
  const kept = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!hopByHop.includes(rawHeaders[at].toLowerCase())) kept.push(rawHeaders[at], rawHeaders[at + 1]);
  }
  return kept;
}
