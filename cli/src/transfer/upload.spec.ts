import { once } from 'node:events';
import { truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Program } from '../testing/program.js';

/** Larger than what is sent together with the creation of its upload. */
const SIZE = 9 * 1024 * 1024;

describe('waybill send of an interrupted upload', () => {
  let server: Server;
  let program: Program;
  let path: string;
  /** Whether Waybill is too busy for the bytes of an upload. */
  let isBusy: boolean;
  /** Names of the uploads so far. */
  let names: string[];

  beforeEach(async () => {
    [isBusy, names] = [true, []];
    server = createServer((request, response) => {
      const end = () => {
        if (request.method === 'POST') {
          const [, name = ''] = /filename (\S+)/.exec(String(request.headers['upload-metadata'])) ?? [];
          const id = names.push(Buffer.from(name, 'base64').toString());
          response.writeHead(201, { location: `/api/uploads/${id}` });
        } else if (request.method === 'HEAD')
          response.writeHead(200, { 'upload-offset': '0', 'upload-length': String(SIZE) });
        else if (request.method === 'PATCH' && !isBusy)
          response.writeHead(204, { 'upload-offset': String(SIZE) });
        else if (request.method === 'PATCH') response.writeHead(503, { 'retry-after': '3600' });
        else response.writeHead(404);
        response.end();
      };
      request.resume().on('end', end);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    program = await Program.logIn(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    path = join(program.folder, 'video.bin');
    await writeFile(path, '');
    await truncate(path, SIZE);
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await program.dispose();
  });

  it('resumes it under the same name', async () => {
    expect((await program.run('send', path, '--name', 'a.bin')).code).toBe(3);
    isBusy = false;
    const { code, output } = await program.run('send', path, '--name', 'a.bin');
    expect({ code, names }).toEqual({ code: 0, names: ['a.bin'] });
    expect(output).toMatch(/\/1\n$/);
  });

  it.each([[['--name', 'b.bin'], 'b.bin'] as const, [[], 'video.bin'] as const])(
    'sends it again under another name: %j',
    async (args, name) => {
      expect((await program.run('send', path, '--name', 'a.bin')).code).toBe(3);
      isBusy = false;
      const { code, output } = await program.run('send', path, ...args);
      expect({ code, names }).toEqual({ code: 0, names: ['a.bin', name] });
      expect(output).toMatch(/\/2\n$/);
    },
  );
});
