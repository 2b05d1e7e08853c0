import type { BundleView } from '@waybill/contracts';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLineUser } from '../support/command-line-user.js';
import type { Environment } from '../support/environment.js';
import {
  type Failure,
  type FailureOf,
  type FailingProxy,
  startFailingProxy,
} from '../support/failing-proxy.js';

const MEBIBYTE = 1024 * 1024;
const DAY_MS = 86_400_000;

/** A refusal of Waybill that asks for a wait longer than the program waits, so that it gives up immediately. */
const busy = (status: number, code: string): Failure => ({
  kind: 'refuse',
  status,
  headers: { 'content-type': 'application/json', 'retry-after': '3600' },
  body: JSON.stringify({ statusCode: status, code, message: 'Waybill is busy' }),
});
const tooMany = busy(429, 'files.too-many-transfers');

describe('waybill on the command line', () => {
  let user: CommandLineUser;
  const proxies: FailingProxy[] = [];

  beforeAll(async () => {
    user = await CommandLineUser.start();
  });
  afterAll(async () => {
    for (const proxy of proxies) proxy.close();
    await user.dispose();
  });

  /** @returns a proxy whose failures `stop` ends */
  async function throughProxy(failureOf: FailureOf) {
    let isStopped = false;
    const proxy = await startFailingProxy(user.waybill.url, (...request) =>
      isStopped ? null : failureOf(...request),
    );
    proxies.push(proxy);
    const run = (args: readonly string[], more: Environment = {}, input = '') =>
      user.run(args, { WAYBILL_URL: proxy.url, ...more }, input);
    return { url: proxy.url, requests: proxy.requests, run, stop: () => (isStopped = true) };
  }

  const idOf = (link: string) => link.trim().split('/').at(-1) ?? '';
  const named = async (name: string) =>
    (await user.account.files()).filter(({ originalName }) => originalName === name);
  const bundlesNamed = async (name: string) => {
    const all = (await (await user.account.get('/api/bundles')).json()) as BundleView[];
    return all.filter((bundle) => bundle.name === name);
  };

  it.each(['file', 'pipe'])('goes on with the upload of a %s after a refused HEAD', async (kind) => {
    const text = 'waybill '.repeat((20 * MEBIBYTE) / 8);
    writeFileSync(join(user.folder, 'steady.txt'), text);
    // The program still has the first piece of a pipe, but not the one before the second.
    const brokenPatch = kind === 'file' ? 1 : 2;
    const proxy = await throughProxy((method, path, nth) => {
      if (!path.startsWith('/api/uploads/')) return null;
      if (method === 'HEAD' && nth === 1) return { kind: 'refuse', status: 502 };
      return method === 'PATCH' && nth === brokenPatch ? { kind: 'lose-answer' } : null;
    });
    const args = kind === 'file' ? ['send', 'steady.txt'] : ['send', '-', '--name', 'steady.txt'];
    const { status, stdout } = await proxy.run(args, {}, kind === 'file' ? '' : text);
    expect(status).toBe(0);
    expect(await (await user.account.get(`/api/files/${idOf(stdout)}/download`)).text()).toBe(text);
    expect(proxy.requests.filter((request) => request === 'POST /api/uploads')).toHaveLength(1);
  });

  it('sends a file once although the answer to its creation was lost', async () => {
    user.write('creation.bin', 1000);
    const proxy = await throughProxy((method, path, nth) =>
      method === 'POST' && path === '/api/uploads' && nth === 1 ? { kind: 'lose-answer' } : null,
    );
    const { status, stdout } = await proxy.run(['send', 'creation.bin']);
    expect(status).toBe(0);
    expect((await named('creation.bin')).map(({ id }) => id)).toEqual([idOf(stdout)]);
  });

  it.each([
    ['429', tooMany],
    ['503', busy(503, 'server.busy')],
  ])(
    'keeps a bundle while Waybill answers %s, and sends the rest in the next run',
    async (status, refusal) => {
      const name = `busy${status}`;
      // A decomposed name, as of macOS, and one that Waybill cleans.
      for (const file of ['1.bin', 'u\u0308.bin', ' 3 .bin ', '4.bin', '5.bin'])
        user.write(`${name}/${file}`, 1000);
      const proxy = await throughProxy((method, path, nth) =>
        method === 'POST' && path === '/api/uploads' && nth === 5 ? refusal : null,
      );
      expect(await proxy.run(['send', name])).toMatchObject({
        status: 3,
        stdout: '',
        stderr: expect.stringContaining('Waybill is busy'),
      });
      proxy.stop();
      const [begun] = await bundlesNamed(name);
      expect(begun!.files).toHaveLength(4);
      const { stdout } = await proxy.run(['send', name]);
      expect(idOf(stdout)).toBe(begun!.id);
      const [{ files } = { files: [] }] = await bundlesNamed(name);
      expect(files.map(({ path }) => path).sort()).toEqual([
        '1.bin',
        '3 .bin',
        '4.bin',
        '5.bin',
        '\u00fc.bin',
      ]);
    },
  );

  it('keeps a bundle when a local file vanishes, and sends the rest in the next run', async () => {
    for (const file of ['1', '2', '3', '4', '5']) user.write(`moved/${file}.bin`, 1000);
    const proxy = await throughProxy((method, path, nth) => {
      if (method === 'POST' && path === '/api/uploads' && nth === 1)
        rmSync(join(user.folder, 'moved/5.bin'), { force: true });
      return null;
    });
    expect(await proxy.run(['send', 'moved'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('5.bin cannot be read: ENOENT'),
    });
    const [begun] = await bundlesNamed('moved');
    proxy.stop();
    user.write('moved/5.bin', 1000);
    expect(idOf((await proxy.run(['send', 'moved'])).stdout)).toBe(begun!.id);
    expect((await bundlesNamed('moved'))[0]!.files).toHaveLength(5);
  });

  it('deletes a bundle whose password Waybill refuses', async () => {
    user.write('secret/secret.bin', 1000);
    const proxy = await throughProxy(() => null);
    const refused = await proxy.run(['send', 'secret', '--password', 'x'.repeat(201)]);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(await bundlesNamed('secret')).toEqual([]);
    expect(await named('secret.bin')).toEqual([]);
  });

  it('keeps a limited bundle although Waybill refuses changes of one of its files, which cannot be opened', async () => {
    for (const file of ['1', '2']) user.write(`infected/${file}.bin`, 1000);
    let infected: string | undefined;
    const proxy = await throughProxy((method, path) => {
      if (method !== 'PUT' || !path.startsWith('/api/links/')) return null;
      infected ??= path;
      return path === infected ? { kind: 'refuse', status: 403 } : null;
    });
    const sent = await proxy.run(['send', 'infected', '--limit', '1']);
    expect(sent).toMatchObject({ status: 0, stdout: expect.stringMatching(/\/l\/[a-z0-9]{12}\n$/) });
    const [bundle] = await bundlesNamed('infected');
    expect(bundle).toMatchObject({ isFirstLinkActive: false, files: [{}, {}] });
    const changed = proxy.requests.filter((request) => request.startsWith('PUT /api/links/'));
    expect(new Set(changed).size).toBe(3);
  });

  it('sets the expiry of a bundle before its files are sent, and that of each file once it has arrived', async () => {
    for (const file of ['1', '2', '3', '4', '5']) user.write(`slow/${file}.bin`, 1000);
    const proxy = await throughProxy((method, path, nth) =>
      method === 'POST' && path === '/api/uploads' && nth === 5 ? tooMany : null,
    );
    expect((await proxy.run(['send', 'slow', '--expires', '30d'])).status).toBe(3);
    const [bundle] = await bundlesNamed('slow');
    const files = await Promise.all(bundle!.files.map(({ id }) => user.account.file(id)));
    expect(files).toHaveLength(4);
    for (const time of [bundle!.deleteAt, ...files.map(({ deleteAt }) => deleteAt.Time)])
      expect(Date.parse(time!) - Date.now()).toBeGreaterThan(29 * DAY_MS);
    const expiry = proxy.requests.indexOf(`PUT /api/bundles/${bundle!.id}`);
    expect(expiry).toBeLessThan(proxy.requests.indexOf('POST /api/uploads'));
  });

  it('finishes the download of a one-time link in the next run when Waybill was busy', async () => {
    const bytes = user.write('single.bin', 4 * MEBIBYTE);
    const { stdout } = await user.run(['send', 'single.bin', '--limit', '1']);
    const proxy = await throughProxy((method, path, nth) => {
      if (method !== 'GET' || !path.endsWith('/download')) return null;
      return nth === 1 ? { kind: 'cut', bytes: MEBIBYTE } : busy(503, 'server.busy');
    });
    const args = ['get', `${proxy.url}/l/${idOf(stdout)}`, '-o', 'single.copy'];
    const stranger = { WAYBILL_TOKEN: '' };
    expect(await proxy.run(args, stranger)).toMatchObject({ status: 3, stdout: '' });
    proxy.stop();
    expect(await proxy.run(args, stranger)).toMatchObject({ status: 0 });
    expect(readFileSync(join(user.folder, 'single.copy')).equals(bytes)).toBe(true);
  });

  it('sends to a file request only what an earlier run has not sent', async () => {
    const created = await user.account.json('POST', '/api/requests', { title: 'Photos' });
    const { slug } = (await created.json()) as { slug: string };
    const photos = ['1', '2', '3', '4', '5'].map((number) => `photo${number}.bin`);
    for (const photo of photos) user.write(photo, 1000);
    const proxy = await throughProxy((method, path, nth) =>
      method === 'POST' && path === '/api/uploads' && nth === 5 ? tooMany : null,
    );
    const send = () => proxy.run(['send', ...photos, '--request', slug], { WAYBILL_TOKEN: '' });
    const received = async () =>
      (await user.account.files()).filter(({ originalName }) => photos.includes(originalName)).length;
    expect((await send()).status).toBe(3);
    expect(await received()).toBe(4);
    proxy.stop();
    expect(await send()).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('photo1.bin was sent by an earlier run'),
    });
    expect(await received()).toBe(5);
    // Once the command has succeeded, it is a new one.
    expect((await send()).status).toBe(0);
    expect(await received()).toBe(10);
  });

  it('sends a large file and a pipe to a file request without a token, and resumes the file in the next run', async () => {
    const created = await user.account.json('POST', '/api/requests', { title: 'Films' });
    const { slug } = (await created.json()) as { slug: string };
    const bytes = user.write('film.bin', 70 * MEBIBYTE);
    const proxy = await throughProxy((method, _path, nth) =>
      method === 'PATCH' && nth === 2 ? tooMany : null,
    );
    const send = (file: string, input = '') =>
      proxy.run(['send', file, '--request', slug], { WAYBILL_TOKEN: '' }, input);
    expect((await send('film.bin')).status).toBe(3);
    proxy.stop();
    expect(await send('film.bin')).toMatchObject({ status: 0 });
    expect(proxy.requests.filter((request) => request.startsWith('POST /api/uploads'))).toHaveLength(1);
    expect(await send('-', 'x'.repeat(10 * MEBIBYTE))).toMatchObject({ status: 0 });
    const received = (await user.account.files()).map(({ size }) => size);
    expect(received).toEqual(expect.arrayContaining([bytes.length, 10 * MEBIBYTE]));
  });
});
