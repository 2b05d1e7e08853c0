import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { TransferPace } from '../limits/transfer-pace.js';
import { looseLimits } from '../testing/traffic-limits.js';
import { pipeBody, sendBytes } from './pipe-body.js';

const pace = new TransferPace(looseLimits());

function response(received: Buffer[] = []): Writable & ServerResponse {
  const sink = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      received.push(Buffer.from(chunk));
      done();
    },
  });
  return sink as Writable & ServerResponse;
}

describe('pipeBody', () => {
  it('sends all bytes in order', async () => {
    const received: Buffer[] = [];
    await pipeBody(Readable.from([Buffer.from('one'), Buffer.from('two')]), response(received), pace);
    expect(Buffer.concat(received).toString()).toBe('onetwo');
  });

  it('closes the file when the client disconnected before the first byte', async () => {
    const body = Readable.from([Buffer.alloc(10), Buffer.alloc(10)]);
    const disconnected = response();
    disconnected.destroy();
    await once(disconnected, 'close');
    await pipeBody(body, disconnected, pace);
    expect(body.destroyed).toBe(true);
  });

  it('closes the connection when the body fails, so that a part is not mistaken for the whole', async () => {
    const client = response();
    const body = Readable.from(
      (function* () {
        yield Buffer.alloc(10);
        throw new Error('altered');
      })(),
    );
    await expect(pipeBody(body, client, pace)).rejects.toThrow('altered');
    expect(client.destroyed).toBe(true);
  });
});

describe('sendBytes', () => {
  const bytes = Buffer.alloc(100_000, 7);

  it('sends the bytes, and is done once the system has them', async () => {
    const sent: Promise<void>[] = [];
    const server = createServer((_request, answer) => {
      answer.writeHead(200, { 'content-length': bytes.length });
      sent.push(sendBytes(bytes, answer, pace));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    await Promise.all(sent);
    server.closeAllConnections();
    server.close();
  });

  it('ends when the client leaves before it has all of them', async () => {
    const large = Buffer.alloc(64 * 1024 * 1024);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    request.on('error', () => undefined);
    const [, answer] = (await once(server, 'request')) as [unknown, ServerResponse];
    const sent = sendBytes(large, answer, pace);
    request.destroy();
    await sent;
    expect(answer.destroyed).toBe(true);
    server.close();
  });

  describe('of a pipelined response', () => {
    const server = createServer();
    let client: Socket;
    /** The response that the client gets first, and the one behind it. */
    let responses: [ServerResponse, ServerResponse];

    beforeEach(async () => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      client.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\n');
      const [, first] = (await once(server, 'request')) as [unknown, ServerResponse];
      client.write('GET /second HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      const [, second] = (await once(server, 'request')) as [unknown, ServerResponse];
      responses = [first, second];
    });
    afterEach(async () => {
      client.destroy();
      await once(server.close(), 'close');
    });

    it('is done only once the responses before it and its own bytes were sent', async () => {
      const [first, second] = responses;
      const order: string[] = [];
      first.once('finish', () => order.push('first'));
      const sent = sendBytes(Buffer.from('second'), second, pace).then(() => order.push('second'));
      const received = text(client);
      await new Promise((resolve) => setImmediate(resolve));
      first.end('first');
      expect(await received).toMatch(/first[^]*second$/);
      await sent;
      expect(order).toEqual(['first', 'second']);
    });

    it('ends when the connection closes before its turn', async () => {
      const sent = sendBytes(bytes, responses[1], pace);
      client.destroy();
      await sent;
      expect(responses[1].destroyed).toBe(true);
    });

    it('returns when the connection was closed before', async () => {
      client.destroy();
      await once(responses[1], 'close');
      await sendBytes(bytes, responses[1], pace);
    });

    it('closes the connection when the client is too slow with the responses before it', async () => {
      const strict = new TransferPace(looseLimits({ minBytesPerSecond: 1000, paceWindowMs: 50 }));
      const closed = once(client, 'close');
      await expect(sendBytes(bytes, responses[1], strict)).rejects.toMatchObject({ code: 'files.too-slow' });
      await closed;
    });
  });
});
