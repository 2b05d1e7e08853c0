import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { eventually } from '@waybill/testing';
import { download } from './download.js';
import type { DownloadJob, UploadJob } from './job.js';
import { generateBytes } from './generated-bytes.js';
import { upload } from './upload.js';

const SIZE = 3_000_000;

describe('transfers', () => {
  let server: Server;
  let url: string;
  let onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  let file: Buffer;

  beforeAll(async () => {
    const parts = [];
    for await (const part of generateBytes(SIZE)) parts.push(part);
    file = Buffer.concat(parts);
    server = createServer((request, response) => onRequest(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const uploadJob = (changes: Partial<UploadJob> = {}): UploadJob => ({
    kind: 'upload',
    url,
    method: 'POST',
    headers: {},
    framing: 'multipart',
    size: SIZE,
    ...changes,
  });
  const downloadJob = (changes: Partial<DownloadJob> = {}): DownloadJob => ({
    kind: 'download',
    url,
    headers: {},
    size: SIZE,
    verify: true,
    ...changes,
  });
  const answerWith = (body: Buffer) => {
    onRequest = (_request, response) => void response.setHeader('content-length', body.length).end(body);
  };

  it('uploads a multipart form and returns the response', async () => {
    onRequest = (request, response) =>
      void (async () => {
        const body = await buffer(request);
        const [, boundary] = /boundary=(.+)/.exec(request.headers['content-type'] ?? '') ?? [];
        const start = body.indexOf('\r\n\r\n') + 4;
        const end = body.length - `\r\n--${boundary}--\r\n`.length;
        const lines = body.toString('latin1', 0, start).split('\r\n');
        expect(lines).toContain('Content-Disposition: form-data; name="file"; filename="bench.bin"');
        expect(lines[0]).toBe(`--${boundary}`);
        expect(body.toString('latin1', end)).toBe(`\r\n--${boundary}--\r\n`);
        response.end(String(body.subarray(start, end).equals(file)));
      })();
    expect(await upload(uploadJob())).toMatchObject({ answer: 'true' });
  });

  it('uploads the plain bytes when no form is asked for', async () => {
    onRequest = (request, response) =>
      void (async () => response.end(String((await buffer(request)).equals(file))))();
    expect(await upload(uploadJob({ method: 'PUT', framing: 'raw' }))).toMatchObject({ answer: 'true' });
  });

  it('reports the reason of a refused upload although the server closes the connection midway', async () => {
    onRequest = (_request, response) =>
      void response.writeHead(413, { connection: 'close' }).end('too large');
    await expect(upload(uploadJob({ size: 100 * SIZE }))).rejects.toThrow('413 too large');
  });

  it('downloads what was uploaded', async () => {
    answerWith(file);
    expect((await download(downloadJob())).seconds).toBeGreaterThan(0);
  });

  it('fails on a single wrong byte', async () => {
    const wrong = Buffer.from(file);
    wrong[SIZE - 1]! ^= 1;
    answerWith(wrong);
    await expect(download(downloadJob())).rejects.toThrow('other bytes');
  });

  it('fails on a file of another size', async () => {
    answerWith(file.subarray(1));
    await expect(download(downloadJob())).rejects.toThrow(`Expected 200 with ${SIZE} bytes`);
  });

  it('fails on a truncated download', async () => {
    onRequest = (_request, response) => {
      response.setHeader('content-length', SIZE).write(file.subarray(1000), () => response.destroy());
    };
    await expect(download(downloadJob())).rejects.toThrow(/bytes arrived|ECONNRESET/);
  });

  it('reads at the pace of a slow client', async () => {
    answerWith(file);
    expect((await download(downloadJob({ bytesPerSecond: 8 * SIZE }))).seconds).toBeGreaterThan(0.05);
  });

  it('keeps the connection of a stalled client open and leaves the rest unread', async () => {
    const large = Buffer.alloc(64_000_000);
    const closed = jest.fn();
    let response: ServerResponse | undefined;
    onRequest = (_request, answer) => {
      response = answer;
      answer.once('close', closed).setHeader('content-length', large.length).end(large);
    };
    const job = { ...downloadJob({ size: large.length }), verify: false };
    void download({ ...job, stallAfter: 1000 });
    await eventually(() => expect(response?.writableLength).toBeGreaterThan(0));
    await download(job);
    expect(closed).toHaveBeenCalledTimes(1);
  });
});
