import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { drainRequest } from './drain-request.js';

const MEBIBYTE = 1024 * 1024;

describe('a client that is refused while it still sends', () => {
  let server: Server;
  let client: Socket;
  let heard: string;
  let lost: Promise<unknown>;

  beforeEach(async () => {
    server = createServer((request, response) => {
      response.writeHead(503, { 'content-length': 7 }).write('refused');
      drainRequest(request, () => response.end());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    lost = new Promise((resolve) => client.once('close', resolve));
    heard = '';
    client.on('data', (chunk) => (heard += String(chunk)));
  });

  afterEach(() => {
    client.destroy();
    server.close();
  });

  async function send(mebibytes: number, more = ''): Promise<void> {
    const length = `Content-Length: ${mebibytes * MEBIBYTE}`;
    client.write(`POST / HTTP/1.1\r\nHost: here\r\n${more}${length}\r\n\r\n`);
    for (let sent = 0; sent < mebibytes && !client.destroyed; sent++) {
      if (client.write(Buffer.alloc(MEBIBYTE))) continue;
      await Promise.race([new Promise((resolve) => client.once('drain', resolve)), lost]);
    }
  }

  it('may send it all, hears why, and keeps its connection', async () => {
    await send(30);
    client.write('GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n');
    await lost;
    expect(heard.match(/503 Service Unavailable/g)).toHaveLength(2);
  });

  it('may send it all though it wants its connection closed then', async () => {
    const failures: Error[] = [];
    client.on('error', (error) => failures.push(error));
    await send(30, 'Connection: close\r\n');
    await lost;
    expect(heard).toMatch(/503 Service Unavailable[^]*refused$/);
    expect({ failures, unsent: client.writableLength }).toEqual({ failures: [], unsent: 0 });
  });

  it('loses its connection when it goes on for too long', async () => {
    await send(300);
    await lost;
    expect(heard.match(/503 Service Unavailable/g)).toHaveLength(1);
  });
});
