import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from './api.js';
import { run } from './run.js';

/** Answers of the server, in their order: a body, or null to break the connection within one. */
let answers: (string | null)[];
let requests: (string | undefined)[];
let server: Server;
let url: string;
let folder: string;
let environment: { restore(): void };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waybill-bodies-'));
  server = createServer(({ method }, response) => {
    requests.push(method);
    const body = answers.shift() ?? null;
    response.writeHead(200, { 'content-length': body?.length ?? 100 });
    if (body === null) response.write('[', () => response.destroy());
    else response.end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const login = { WAYBILL_URL: url, WAYBILL_TOKEN: 'wb_x' };
  const folders = { XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder };
  environment = jest.replaceProperty(process, 'env', { ...process.env, ...login, ...folders });
});
afterAll(async () => {
  environment.restore();
  server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  answers = [];
  requests = [];
});

async function errorsOf(args: readonly string[]): Promise<{ code: number; errors: string }> {
  const lines: string[] = [];
  const write = jest
    .spyOn(process.stderr, 'write')
    .mockImplementation((line) => lines.push(String(line)) > 0);
  try {
    return { code: await run(args), errors: lines.join('') };
  } finally {
    write.mockRestore();
  }
}

it('requests a page of a list again when the connection breaks within it', async () => {
  answers = [null, '[7]'];
  const items: unknown[] = [];
  for await (const item of new Api(url, null).pages('/api/files')) items.push(item);
  expect(items).toEqual([7]);
  expect(requests).toEqual(['GET', 'GET']);
});

it('ends with the exit code of the network when the connection breaks within an answer', async () => {
  const { code, errors } = await errorsOf(['get', `${url}/l/our-offer`]);
  expect({ code, requests }).toEqual({ code: 3, requests: ['POST'] });
  expect(errors).toMatch(new RegExp(`^The connection to ${url} is broken: .+\n$`));
});

it.each(['list', 'login --url {url} --token wb_x', 'rm {url}/b/{id}', 'get {url}/l/our-offer'])(
  'refuses an answer that is no JSON in one sentence: waybill %s',
  async (command) => {
    answers = ['<html>Please log in</html>'];
    const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    const args = command.replace('{url}', url).replace('{id}', id).split(' ');
    await expect(errorsOf(args)).resolves.toEqual({
      code: 1,
      errors: `${url} does not answer like a Waybill. Check the address.\n`,
    });
  },
);

it('refuses the page of another program in the place of a file', async () => {
  answers = ['<html>A blog</html>'];
  const { code, errors } = await errorsOf(['get', `${url}/3f2504e0-4f89-41d3-9a0c-0305e82c3301`]);
  expect({ code, requests }).toEqual({ code: 1, requests: ['HEAD'] });
  expect(errors).toBe(`${url} sends no file there: it has no name or no ETag. Check the address.\n`);
});
