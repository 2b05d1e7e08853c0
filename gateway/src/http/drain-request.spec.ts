import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { MEBIBYTE } from '@waybill/contracts';
import { drainRequest } from './drain-request.js';

/** Longer than a busy machine takes for the bytes of a test. */
const PATIENT_MS = 60_000;

describe('drainRequest', () => {
  let server: Server;
  let client: Socket;
  let received: string;
  let closed: Promise<unknown>;
  let maxMs = PATIENT_MS;

  beforeEach(async () => {
    server = createServer((request, response) => {
      response.writeHead(503, { 'content-length': 7 }).write('refused');
      drainRequest(request, () => response.end(), maxMs);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    closed = new Promise((resolve) => client.once('close', resolve));
    received = '';
    client.on('data', (chunk) => (received += String(chunk)));
  });

  afterEach(() => {
    maxMs = PATIENT_MS;
    client.destroy();
    server.close();
  });

  async function send(mebibytes: number, more = ''): Promise<void> {
    const length = `Content-Length: ${mebibytes * MEBIBYTE}`;
    client.write(`POST / HTTP/1.1\r\nHost: here\r\n${more}${length}\r\n\r\n`);
    for (let sent = 0; sent < mebibytes && !client.destroyed; sent++) {
      if (client.write(Buffer.alloc(MEBIBYTE))) continue;
      await Promise.race([new Promise((resolve) => client.once('drain', resolve)), closed]);
    }
  }

  it('keeps the connection of a client that sends its whole body', async () => {
    await send(30);
    client.write('GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n');
    await closed;
    expect(received.match(/503 Service Unavailable/g)).toHaveLength(2);
  });

  it('answers a client that sends its whole body with Connection: close', async () => {
    const failures: Error[] = [];
    client.on('error', (error) => failures.push(error));
    await send(30, 'Connection: close\r\n');
    await closed;
    expect(received).toMatch(/503 Service Unavailable[^]*refused$/);
    expect({ failures, unsent: client.writableLength }).toEqual({ failures: [], unsent: 0 });
  });

  it('closes the connection of a client that sends too slowly', async () => {
    maxMs = 50;
    client.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n\r\n1');
    await closed;
    expect(received.match(/503 Service Unavailable/g)).toHaveLength(1);
  });

  it('closes the connection of a client that sends too much', async () => {
    await send(300);
    await closed;
    expect(received.match(/503 Service Unavailable/g)).toHaveLength(1);
  });
});
