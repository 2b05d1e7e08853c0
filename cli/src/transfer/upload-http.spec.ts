import { once } from 'node:events';
import fs, { appendFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Program } from '../testing/program.js';
import { UploadHttp } from './upload-http.js';

const MEBIBYTE = 1024 * 1024;

let server: Server;
let handle: (request: IncomingMessage, response: ServerResponse) => void;
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeEach(async () => {
  server = createServer((request, response) => handle(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('a request of an upload', () => {
  const send = (body: Uint8Array | null = null, stallMs?: number) =>
    new UploadHttp(stallMs).createRequest('PATCH', `${url()}/api/uploads/1`).send(body);

  it('sends all bytes of a buffer and their number', async () => {
    const body = Buffer.alloc(300_000, 7);
    let received: Buffer | undefined;
    handle = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received = Buffer.concat(chunks);
        response.writeHead(204, { 'upload-offset': request.headers['content-length'] }).end();
      });
    };
    const response = await send(body);
    expect(response.getStatus()).toBe(204);
    expect(response.getHeader('Upload-Offset')).toBe('300000');
    expect(received?.equals(body)).toBe(true);
  });

  it('closes the connection of a refusal that arrives before the body is sent', async () => {
    handle = (request, response) => {
      // Read no further than the first bytes, as a proxy does whose upstream has refused.
      request.once('data', () => request.pause());
      response.writeHead(423).end();
    };
    const request = new UploadHttp().createRequest('PATCH', `${url()}/api/uploads/1`);
    const response = await request.send(Buffer.alloc(50 * MEBIBYTE));
    expect(response.getStatus()).toBe(423);
    expect(request.getUnderlyingObject()).toMatchObject({ destroyed: true });
  });

  it('fails on a connection without a byte for a while', async () => {
    handle = () => undefined;
    await expect(send(null, 100)).rejects.toThrow('no byte');
  });

  it('fails when the connection breaks within the answer', async () => {
    handle = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    };
    await expect(send()).rejects.toThrow('aborted');
  });
});

describe('waybill send', () => {
  let program: Program;
  let path: string;
  beforeEach(async () => {
    program = await Program.logIn(url());
    path = join(program.folder, 'video.bin');
    await writeFile(path, '');
    // Larger than what is sent together with the creation of its upload.
    await truncate(path, 9 * MEBIBYTE);
  });
  afterEach(() => program.dispose());

  /** Runs once the upload is created, before its bytes are read. */
  function onCreation(change: () => Promise<void>): void {
    handle = (request, response) => {
      request.resume();
      if (request.method === 'POST')
        void change().then(() => response.writeHead(201, { location: '/api/uploads/1' }).end());
      else if (request.method === 'PATCH') request.on('end', () => acceptAll(response));
      else if (request.url === '/api/config') response.writeHead(404).end();
    };
  }

  const acceptAll = (response: ServerResponse) =>
    response.writeHead(204, { 'upload-offset': String(9 * MEBIBYTE) }).end();

  it('ends with one sentence when a file vanishes while it is sent', async () => {
    onCreation(() => rm(path));
    expect(await program.run('send', path)).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringContaining(`${path} cannot be read: ENOENT\n`),
    });
  });

  it('ends with one sentence when a file gets shorter while it is sent', async () => {
    onCreation(async () => {
      await truncate(path, MEBIBYTE);
      // Let the request begin to read.
      await setImmediate();
      expect((await stat(path)).size).toBe(MEBIBYTE);
    });
    expect(await program.run('send', path)).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringContaining(`${path} has become shorter while it was sent\n`),
    });
  });

  it.each([
    ['grows', () => appendFile(path, 'more')],
    ['is written to', () => utimes(path, 1, 1)],
  ])(
    'prints the link of a file that %s while it is sent, and ends with one sentence about it',
    async (_how, change) => {
      onCreation(change);
      expect(await program.run('send', path)).toEqual({
        code: 2,
        output: `${url()}/1\n`,
        errors: expect.stringMatching(
          /^video\.bin .*\n.*video\.bin has changed while it was sent: what arrived may mix its old and new content\.\n$/,
        ),
      });
    },
  );

  it('ends with one sentence before anything is sent when a file cannot be read', async () => {
    const { open } = fs;
    // Simulate the missing permission: root may read every file.
    const spy = jest.spyOn(fs, 'open').mockImplementation((...args) => {
      if (args[0] === path)
        return Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open' }));
      return open(...args);
    });
    const methods: (string | undefined)[] = [];
    handle = (request, response) => {
      methods.push(request.method);
      response.writeHead(404).end();
    };
    const outcome = await program.run('send', path);
    spy.mockRestore();
    expect(outcome).toEqual({ code: 2, output: '', errors: `${path} cannot be read: EACCES\n` });
    expect(methods).not.toContain('POST');
  });
});
