import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Client } from 'minio';
import { eventually } from '@waybill/testing';
import { createTransport } from './minio-transport.js';

const patience = { connect: 1000, idle: 500, completion: 60_000 };

describe('a request to the object store', () => {
  const closers: (() => void)[] = [];

  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  async function serve(listener: RequestListener): Promise<number> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    closers.push(() => server.close().closeAllConnections());
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  function send(port: number, method: string, signal?: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      createTransport(false, patience, signal)
        .request({ host: '127.0.0.1', port, method }, resolve)
        .on('error', reject)
        .end();
    });
  }

  it('is given up when no answer comes', async () => {
    const port = await serve(() => undefined);
    await expect(send(port, 'GET')).rejects.toThrow('said nothing for 500 ms');
  });

  it('waits longer while an object is put together', async () => {
    const port = await serve((_request, response) => setTimeout(() => response.end('done'), 800));
    expect(String(await buffer(await send(port, 'POST')))).toBe('done');
  });

  it('is given up when an answer ends in the middle', async () => {
    const port = await serve((_request, response) => response.write('half'));
    await expect(buffer(await send(port, 'GET'))).rejects.toThrow();
  });

  it('goes on for a reader that takes its time', async () => {
    const bytes = Buffer.alloc(4 * 1024 * 1024, 7);
    const port = await serve((_request, response) => response.end(bytes));
    const response = await send(port, 'GET');
    await once(response, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(bytes.equals(await buffer(response))).toBe(true);
  });

  it('is cut off by its signal', async () => {
    const controller = new AbortController();
    const port = await serve(() => controller.abort());
    await expect(send(port, 'POST', controller.signal)).rejects.toThrow('abort');
  });

  it('gives its connection back where the client does not read the answer', async () => {
    const port = await serve((_request, response) => response.writeHead(503).end('x'.repeat(1000)));
    const response = await send(port, 'GET');
    await eventually(() => expect(response.readableEnded).toBe(true));
  });

  it('lets the client read what the store says of its own failure', async () => {
    const error = '<Error><Code>InternalError</Code><Message>no space left on device</Message></Error>';
    const port = await serve((_request, response) => response.writeHead(500).end(error));
    const client = new Client({
      endPoint: '127.0.0.1',
      port,
      useSSL: false,
      accessKey: 'key',
      secretKey: 'secret',
      region: 'us-east-1',
      transport: createTransport(false, patience),
      retryOptions: { disableRetry: true },
    });
    await expect(client.removeBucket('waybill')).rejects.toMatchObject({
      code: 'InternalError',
      message: 'no space left on device',
    });
  });
});
