import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Client } from 'minio';
import { eventually } from '@waybill/testing';
import { createTransport } from './minio-transport.js';

const timeouts = { connect: 1000, idle: 500, completion: 60_000 };

describe('transport of the MinIO client', () => {
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

  function send(
    port: number,
    method: string,
    { signal, path = '/' }: { signal?: AbortSignal; path?: string } = {},
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      createTransport(false, timeouts, signal)
        .request({ host: '127.0.0.1', port, method, path }, resolve)
        .on('error', reject)
        .end();
    });
  }

  it('aborts a request without a response', async () => {
    const port = await serve(() => undefined);
    await expect(send(port, 'GET')).rejects.toThrow('was idle for 500 ms');
  });

  it('waits longer for the completion of a multipart upload', async () => {
    const port = await serve((_request, response) => setTimeout(() => response.end('done'), 800));
    const path = '/waybill/objects/key?uploadId=a%2Fb';
    expect(String(await buffer(await send(port, 'POST', { path })))).toBe('done');
  });

  it('waits no longer for the beginning of a multipart upload than for other requests', async () => {
    const port = await serve(() => undefined);
    const begun = send(port, 'POST', { path: '/waybill/objects/key?uploads' });
    await expect(begun).rejects.toThrow('was idle for 500 ms');
  });

  it('aborts a response that stalls', async () => {
    const port = await serve((_request, response) => response.write('half'));
    await expect(buffer(await send(port, 'GET'))).rejects.toThrow();
  });

  it('does not abort a response for a slow consumer', async () => {
    const bytes = Buffer.alloc(4 * 1024 * 1024, 7);
    const port = await serve((_request, response) => response.end(bytes));
    const response = await send(port, 'GET');
    await once(response, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(bytes.equals(await buffer(response))).toBe(true);
  });

  it('aborts a request with its signal', async () => {
    const controller = new AbortController();
    const port = await serve(() => controller.abort());
    await expect(send(port, 'POST', { signal: controller.signal })).rejects.toThrow('abort');
  });

  it('rejects a switch of protocols', async () => {
    const port = await serve(({ socket }) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    await expect(send(port, 'GET')).rejects.toThrow('switched protocols');
  });

  it('frees the connection of a response that the client does not read', async () => {
    const port = await serve((_request, response) => response.writeHead(503).end('x'.repeat(1000)));
    const response = await send(port, 'GET');
    await eventually(() => expect(response.readableEnded).toBe(true));
  });

  it('lets the client read the body of a 500', async () => {
    const error = '<Error><Code>InternalError</Code><Message>no space left on device</Message></Error>';
    const port = await serve((_request, response) => response.writeHead(500).end(error));
    const client = new Client({
      endPoint: '127.0.0.1',
      port,
      useSSL: false,
      accessKey: 'key',
      secretKey: 'secret',
      region: 'us-east-1',
      transport: createTransport(false, timeouts),
      retryOptions: { disableRetry: true },
    });
    await expect(client.removeBucket('waybill')).rejects.toMatchObject({
      code: 'InternalError',
      message: 'no space left on device',
    });
  });
});
