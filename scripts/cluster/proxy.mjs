import { createServer, request } from 'node:http';

/** Calls that may be sent again when nobody knows whether the first try had an effect. */
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS']);
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

/**
 * A reverse proxy that takes turns among `targets`, streams both ways, and asks the next one where a target refuses
 * the connection: nothing of the call was sent then. A call that broke off before its answer is sent again only if
 * that does no harm.
 * @param {{ host: string, port: number }[]} targets
 * @returns {import('node:http').Server}
 */
export function createProxy(targets) {
  let turn = 0;
  // Uploads take as long as they take.
  return createServer({ requestTimeout: 0 }, (incoming, outgoing) => {
    const first = turn++;
    const attempt = (number) => {
      const again = () => number + 1 < targets.length && attempt(number + 1);
      pass(incoming, outgoing, targets[(first + number) % targets.length], again);
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
    if ((!sent || repeatable.has(method)) && again() !== false) return;
    outgoing
      .writeHead(503, { 'content-type': 'text/plain', connection: 'close' })
      .end('No gateway answers.\n');
  });
  outgoing.once('close', () => call.destroy());
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
