import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { FakeWaybill } from './testing/fake-waybill.js';
import { Program } from './testing/program.js';

describe('an address that redirects to Waybill', () => {
  let waybill: FakeWaybill;
  let redirecting: Server;
  let url: string;
  let program: Program;
  beforeEach(async () => {
    waybill = await FakeWaybill.start();
    redirecting = createServer((request, response) => {
      response.writeHead(301, { location: waybill.url + (request.url ?? '') }).end();
    });
    await once(redirecting.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
    program = await Program.logIn(url);
  });
  afterEach(async () => {
    waybill.close();
    redirecting.closeAllConnections();
    redirecting.close();
    await program.dispose();
  });

  it.each(['login --url {url} --token wb_x', 'list', 'get {url}/l/our-offer'])(
    'is named with its target where a request would lose its token or its body: waybill %s',
    async (command) => {
      const outcome = await program.run(...command.replace('{url}', url).split(' '));
      expect(outcome).toEqual({
        code: 1,
        output: '',
        errors: `${url} redirects to ${waybill.url}. If that is your Waybill, use its address.\n`,
      });
      expect(waybill.requests).toEqual([]);
    },
  );

  it('leads a download without a token to its file', async () => {
    const id = waybill.addFile('report.txt', 'figures');
    process.env['WAYBILL_TOKEN'] = '';
    const copy = join(program.folder, 'copy');
    expect((await program.run('get', `${url}/${id}`, '-o', copy)).code).toBe(0);
    await expect(readFile(copy, 'utf8')).resolves.toBe('figures');
  });
});
