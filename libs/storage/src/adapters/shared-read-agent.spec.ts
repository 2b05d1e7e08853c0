import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '@waybill/testing';
import { createSharedReadAgent } from './shared-read-agent.js';

const BYTES = 3 * 1024 * 1024;
/** TLS without a certificate. */
const anonymous = { ciphers: 'aNULL:@SECLEVEL=0', maxVersion: 'TLSv1.2' } as const;

describe.each(['http', 'https'])('a connection pool over %s that reads into one buffer', (scheme) => {
  const secure = scheme === 'https';
  let server: http.Server;
  let agent: http.Agent;
  let connections: number;
  let respond: http.RequestListener;

  beforeEach(async () => {
    connections = 0;
    const listener: http.RequestListener = (request, response) => respond(request, response);
    server = secure ? https.createServer(anonymous, listener) : http.createServer(listener);
    server.on('connection', () => connections++);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    agent = createSharedReadAgent(secure);
  });
  afterEach(() => {
    agent.destroy();
    server.close().closeAllConnections();
  });

  async function get(path = '/'): Promise<http.IncomingMessage> {
    const { port } = server.address() as AddressInfo;
    const options = { host: '127.0.0.1', port, path, agent };
    const request = secure
      ? https.get({ ...options, ...anonymous, rejectUnauthorized: false })
      : http.get(options);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return response;
  }

  it('does not mix concurrent responses, also while their consumers are slow', async () => {
    const bodies = Array.from({ length: 8 }, () => randomBytes(BYTES));
    respond = ({ url = '' }, response) => response.end(bodies[Number(url.slice(1))]);
    const received = await Promise.all(
      bodies.map(async (_, index) => {
        const pieces: Buffer[] = [];
        for await (const piece of await get(`/${index}`)) {
          if (pieces.push(piece as Buffer) % 3 === 0) await nextTurn();
        }
        return Buffer.concat(pieces);
      }),
    );
    expect(received.map((body, index) => body.equals(bodies[index]!))).toEqual(bodies.map(() => true));
  });

  it('reads the next response on the same connection', async () => {
    const body = randomBytes(BYTES);
    respond = (_, response) => response.end(body);
    for (let times = 0; times < 3; times++) expect(body.equals(await buffer(await get()))).toBe(true);
    expect(connections).toBe(1);
  });

  it('reads a body without a length', async () => {
    const body = randomBytes(BYTES);
    respond = (_, response) => {
      response.write(body.subarray(0, 100_000));
      response.end(body.subarray(100_000));
    };
    expect(body.equals(await buffer(await get()))).toBe(true);
  });

  it('reports a response that is cut off', async () => {
    respond = (_, response) => {
      response.writeHead(200, { 'content-length': BYTES });
      response.write(randomBytes(BYTES / 2), () => response.destroy());
    };
    await expect(get().then(buffer)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('opens a new connection after the server has closed the idle one', async () => {
    respond = (_, response) => response.end('done');
    await buffer(await get());
    server.closeIdleConnections();
    await eventually(() => expect(Object.keys(agent.freeSockets)).toEqual([]));
    expect(String(await buffer(await get()))).toBe('done');
    expect(connections).toBe(2);
  });
});
