import { createServer, request } from 'node:http';

/** They are about one connection, and not passed on (RFC 9110, section 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** As a gateway would say it: no caller has to tell apart who refused. */
const noGateway = JSON.stringify({
  statusCode: 503,
  code: 'server.unavailable',
  message: 'Waybill is briefly unavailable. Please try again in a moment.',
});

/**
 * A reverse proxy that takes turns among the `targets` that are ready, streams both ways, and asks the next one where
 * a target refuses the connection: nothing of the call was sent then. What was sent is never sent again: a Waybill
 * that is restarted in turn must not need it.
 * @param {{ host: string, port: number | string }[]} targets
 * @param {(target: object) => boolean} isReady those that are not are asked when nobody else is left
 * @returns {import('node:http').Server}
 */
export function createProxy(targets, isReady = () => true) {
  let turn = 0;
  // Uploads take as long as they take.
  return createServer({ requestTimeout: 0 }, (incoming, outgoing) => {
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
  // A connection of its own for each call: one that was kept may be closing at its other end already.
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
    outgoing.writeHead(503, { 'content-type': 'application/json', connection: 'close' }).end(noGateway);
  });
  outgoing.once('close', () => {
    // What is still to come of a call that was refused: the next one on this connection is behind it.
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

/** As they came: several of one name, and the case of their letters, are kept. */
function withoutHops(rawHeaders) {
  const kept = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!hopByHop.includes(rawHeaders[at].toLowerCase())) kept.push(rawHeaders[at], rawHeaders[at + 1]);
  }
  return kept;
}
