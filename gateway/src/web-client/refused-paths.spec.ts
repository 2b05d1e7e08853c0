import { Bus } from '@waybill/bus/client';
import { createLogger } from '@waybill/service-kit';
import { temporaryFolder, type TemporaryFolder } from '@waybill/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

class NoServices extends Bus {
  request(): Promise<never> {
    return Promise.reject(new Error('unexpected request'));
  }
}

const FILE = '/assets/index-a1b2c3.js';

describe('requests that the server of static files refuses', () => {
  let folder: TemporaryFolder;
  let gateway: GatewayUnderTest;
  const logLines: string[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
    await mkdir(join(folder.path, 'assets', 'inner'), { recursive: true });
    await writeFile(join(folder.path, 'index.html'), '<html><head></head></html>');
    await writeFile(join(folder.path, 'assets', 'index-a1b2c3.js'), '//');
    const logger = createLogger('gateway', 'error', { write: (line) => void logLines.push(line) });
    gateway = await startGatewayUnderTest(new NoServices(), { webRoot: folder.path }, logger);
  });
  beforeEach(() => logLines.splice(0));
  afterAll(async () => {
    await gateway.close();
    await folder.remove();
  });

  /** Sends the path as it is, where `fetch` would resolve its dots. */
  async function send(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const { port } = gateway;
    return new Promise<{ status: number | undefined; code: unknown }>((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
        const status = response.statusCode;
        text(response).then((body) => resolve({ status, code: codeOf(body) }), reject);
      });
      call.on('error', reject).end();
    });
  }

  function codeOf(body: string): unknown {
    return body === '' ? undefined : (JSON.parse(body) as { code?: unknown }).code;
  }

  it.each([
    ['a folder', '/assets/'],
    ['a folder within it', '/assets/inner'],
    ['a folder within it, with a slash', '/assets/inner/'],
    ['an empty segment', '/assets//x'],
    ['a dot', '/assets/./x'],
    ['two dots', '/assets/../x'],
    ['two escaped dots', '/assets/%2e%2e/x'],
    ['escaped dots and slashes', '/assets/%2e%2e%2f%2e%2e%2fetc/passwd'],
    ['an escaped backslash', '/assets/..%5cx'],
    ['a name of 300 characters', `/assets/${'x'.repeat(300)}`],
    ['a name of 2000 characters', `/assets/${'x'.repeat(2000)}`],
  ])('answers 404 to a path below /assets that is no file, and logs no error: %s', async (_what, path) => {
    expect(await send(path)).toEqual({ status: 404, code: 'request.not-found' });
    expect((await send(path, {}, 'HEAD')).status).toBe(404);
    expect(logLines).toEqual([]);
  });

  it.each([
    ['a malformed escape', '/assets/%zz', {}, 400, 'request.malformed'],
    ['a NUL character', '/assets/%00', {}, 400, 'request.malformed'],
    ['a range beyond the end', FILE, { range: 'bytes=99-' }, 416, 'files.range-not-satisfiable'],
    ['a condition that is not met', FILE, { 'if-match': '"another"' }, 400, 'request.malformed'],
  ])(
    'answers %s with an error of the client, and logs no error',
    async (_what, path, headers, status, code) => {
      expect(await send(path, headers as Record<string, string>)).toEqual({ status, code });
      expect(logLines).toEqual([]);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'PROPFIND', 'TRACE'])(
    'refuses the method %s for a static file, and logs no error',
    async (method) => {
      const { status } = await send(FILE, {}, method);
      expect([404, 405]).toContain(status);
      expect(logLines).toEqual([]);
    },
  );
});
