import type { BundleView, FileView } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client.js';
import { killAfter } from '../support/command-line.js';
import { CommandLineUser } from '../support/command-line-user.js';
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.js';

const MEBIBYTE = 1024 * 1024;

describe('waybill on the command line', () => {
  let user: CommandLineUser;
  const proxies: CuttingProxy[] = [];

  beforeAll(async () => {
    user = await CommandLineUser.start();
  });
  afterAll(async () => {
    for (const proxy of proxies) proxy.close();
    await user.dispose();
  });

  async function throughBadNetwork(bytesUntilCut: (connection: number) => number): Promise<CuttingProxy> {
    const proxy = await startCuttingProxy(user.waybill.url, bytesUntilCut);
    proxies.push(proxy);
    return proxy;
  }

  const bytesOf = async (id: string) =>
    Buffer.from(await (await user.account.get(`/api/files/${id}/download`)).arrayBuffer());
  const idOf = (link: string) => link.trim().split('/').at(-1) ?? '';

  it('keeps a token that Waybill accepts, for its owner alone to read', async () => {
    const { WAYBILL_URL = '', WAYBILL_TOKEN = '' } = user.environment;
    const empty = { WAYBILL_URL: '', WAYBILL_TOKEN: '', HOME: join(user.folder, 'home') };
    expect((await user.run(['list'], empty)).status).toBe(2);
    expect((await user.run(['login', '--url', WAYBILL_URL, '--token', 'wb_wrong'], empty)).status).toBe(1);
    expect(
      (await user.run(['login', '--url', `${WAYBILL_URL}/`, '--token', '-'], empty, WAYBILL_TOKEN)).status,
    ).toBe(0);
    expect(statSync(join(user.folder, 'home/.config/waybill/credentials.json')).mode & 0o777).toBe(0o600);
    expect(await user.run(['list', '--json'], empty)).toMatchObject({ status: 0, stdout: '[]\n' });
  });

  it('sends a file, prints the link alone, and fetches the same bytes', async () => {
    const bytes = user.write('report.bin', 300_000);
    const sent = await user.run(['send', 'report.bin', '--name', 'Q3 übersicht.bin', '--expires', '7d']);
    expect(sent).toMatchObject({ status: 0, stdout: expect.stringMatching(/^http\S+\n$/) });
    const id = idOf(sent.stdout);
    const file = await user.account.file(id);
    expect(file.originalName).toBe('Q3 übersicht.bin');
    expect(Date.parse(file.deleteAt.Time!) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);

    const fetched = await user.run(['get', sent.stdout.trim()]);
    expect(fetched).toMatchObject({ status: 0, stdout: 'Q3 übersicht.bin\n' });
    expect(readFileSync(join(user.folder, 'Q3 übersicht.bin'))).toEqual(bytes);
    expect(await user.run(['get', sent.stdout.trim()])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('exists already'),
    });
    expect((await user.run(['rm', id])).status).toBe(0);
    expect(await user.run(['rm', id])).toMatchObject({ status: 1, stdout: '' });
  });

  it('sends a folder under one link with its paths, behind a password', async () => {
    mkdirSync(join(user.folder, 'offer/plans'), { recursive: true });
    user.write('offer/offer.bin', 1000);
    user.write('offer/plans/größe.bin', 0);
    const { status, stdout, stderr } = await user.run([
      'send',
      'offer',
      '--password',
      'open sesame',
      '--expires',
      '5d',
    ]);
    expect({ status, lines: stderr.split('\n').length }).toEqual({ status: 0, lines: 3 });
    const bundle = (await (await user.account.get(`/api/bundles/${idOf(stdout)}`)).json()) as {
      name: string;
      isPasswordProtected: boolean;
      files: { id: string; path: string }[];
    };
    expect(bundle).toMatchObject({ name: 'offer', isPasswordProtected: true });
    expect(bundle.files.map(({ path }) => path).sort()).toEqual(['offer.bin', 'plans/größe.bin']);
    const kept = await Promise.all(
      bundle.files.map(async ({ id }) => (await user.account.file(id)).deleteAt.Time!),
    );
    for (const time of kept) expect(Date.parse(time) - Date.now()).toBeGreaterThan(4.9 * 86_400_000);

    const stranger = { WAYBILL_TOKEN: '' };
    expect(await user.run(['get', stdout.trim()], stranger)).toMatchObject({ status: 1 });
    expect(await user.run(['get', stdout.trim(), '--password', 'wrong'], stranger)).toMatchObject({
      status: 1,
      stderr: 'Incorrect password\n',
    });
    const opened = await user.run(
      ['get', stdout.trim(), '--password', 'open sesame', '-o', 'offer.zip'],
      stranger,
    );
    expect(opened.status).toBe(0);
    // bsdtar converts names to its locale, which may have no umlauts.
    const utf8 = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } } as const;
    const listing = execFileSync('bsdtar', ['-tf', join(user.folder, 'offer.zip')], utf8);
    expect(listing.trim().split('\n')).toHaveLength(2);
    expect((await user.run(['rm', stdout.trim()])).status).toBe(0);
  });

  it('makes a link for one download, and switches the first link off', async () => {
    user.write('once.bin', 5000);
    const link = (await user.run(['send', 'once.bin', '--limit', '1'])).stdout.trim();
    expect(link).toMatch(/\/l\/[a-z0-9]{12}$/);
    const stranger = { WAYBILL_TOKEN: '' };
    expect((await user.run(['get', link, '-o', '-'], stranger)).stdout).toHaveLength(
      readFileSync(join(user.folder, 'once.bin')).toString().length,
    );
    expect(await user.run(['get', link, '-o', '-'], stranger)).toMatchObject({
      status: 1,
      stderr: 'This link has been used up\n',
    });
    const [file] = await user.account.files();
    expect((await new ApiClient(user.waybill.url).get(`/api/files/${file!.id}`)).status).toBe(404);
  });

  it('limits the downloads of a folder, whose files have no other address that opens them', async () => {
    for (const name of ['one.bin', 'two.bin']) user.write(`limited/${name}`, 1000);
    const link = (await user.run(['send', 'limited', '--limit', '1'])).stdout.trim();
    const stranger = new ApiClient(user.waybill.url);
    const opened = await (await stranger.json('POST', `/api/links/${idOf(link)}/open`, {})).json();
    const { token, target } = opened as { token: string; target: BundleView };
    expect(target.files).toHaveLength(2);
    for (const { id } of target.files)
      expect((await stranger.get(`/api/files/${id}/download`)).status).toBe(404);

    const zip = `/api/bundles/${target.id}/download`;
    expect((await stranger.get(zip)).status).toBe(404);
    expect((await stranger.get(`${zip}?token=${token}`)).status).toBe(200);
    expect((await stranger.get(`${zip}?token=${token}`)).status).toBe(410);
  });

  it('sends and fetches through pipes', async () => {
    const sent = await user.run(['send', '-', '--name', 'piped.txt', '--json'], {}, 'from a pipe');
    const { id, url } = JSON.parse(sent.stdout) as { id: string; url: string };
    expect((await user.account.file(id)).originalName).toBe('piped.txt');
    expect((await user.run(['get', url, '-o', '-'])).stdout).toBe('from a pipe');
    const empty = await user.run(['send', '-', '--name', 'empty.txt']);
    expect(empty).toMatchObject({ status: 0, stdout: expect.stringMatching(/^http\S+\n$/) });
    expect(await user.account.file(idOf(empty.stdout))).toMatchObject({ originalName: 'empty.txt', size: 0 });
  });

  it('sends to a file request without a token, behind its password', async () => {
    const created = await user.account.json('POST', '/api/requests', { title: 'Photos', password: 'cheese' });
    const { url, slug } = (await created.json()) as { url: string; slug: string };
    user.write('photo.bin', 2000);
    const stranger = { WAYBILL_TOKEN: '' };
    const to = ['send', 'photo.bin', '--request'];
    expect(await user.run([...to, slug], stranger)).toMatchObject({ status: 1, stdout: '' });
    const sent = await user.run([...to, url, '--password', 'cheese', '--sender', 'Grace'], stranger);
    expect(sent).toMatchObject({ status: 0, stdout: '' });
    const [received] = await user.account.files();
    expect(received).toMatchObject({ originalName: 'photo.bin', size: 2000 });
    expect((await new ApiClient(user.waybill.url).get(`/api/files/${received!.id}`)).status).toBe(404);
  });

  it('lists files and shows who opened one', async () => {
    const { stdout } = await user.run(['send', '-', '--name', 'seen.txt'], {}, 'seen');
    const visitor = new ApiClient(user.waybill.url);
    await visitor.get(`/api/files/${idOf(stdout)}/download`);
    const files = JSON.parse((await user.run(['list', '--json'])).stdout) as FileView[];
    expect(files[0]).toMatchObject({ id: idOf(stdout), originalName: 'seen.txt' });
    expect((await user.run(['list'])).stdout.split('\n')[0]).toMatch(/seen\.txt$/);
    await eventually(async () =>
      expect((await user.run(['stats', stdout.trim()])).stdout).toMatch(/^Views +1$/m),
    );
  });

  it('shows the visits of a link, and revokes it, by its address', async () => {
    const link = (await user.run(['send', '-', '--limit', '2'], {}, 'twice')).stdout.trim();
    expect((await user.run(['get', link, '-o', '-'], { WAYBILL_TOKEN: '' })).stdout).toBe('twice');
    await eventually(async () => expect((await user.run(['stats', link])).stdout).toMatch(/^Views +1$/m));
    const [file] = await user.account.files();
    const removed = await user.run(['rm', link]);
    expect(removed).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringContaining(`waybill rm ${file!.id}`),
    });
    expect(await user.run(['get', link, '-o', '-'])).toMatchObject({ status: 1, stdout: '' });
    expect(await user.run(['rm', link])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('You have no link'),
    });

    const asked = await user.account.json('POST', '/api/requests', { title: 'Photos' });
    const { url, slug } = (await asked.json()) as { url: string; slug: string };
    expect(await user.run(['stats', url])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('waybill list'),
    });
    expect(await user.run(['rm', url])).toEqual({ status: 0, stdout: '', stderr: '' });
    expect((await user.account.get(`/api/requests/${slug}`)).status).toBe(410);
  });

  it('leaves no file open whose password Waybill refuses', async () => {
    const before = await user.account.files();
    const refused = await user.run(['send', '-', '--password', 'x'.repeat(201)], {}, 'secret');
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(await user.run(['send', '-', '--password', ''], {}, 'secret')).toMatchObject({
      status: 2,
      stdout: '',
    });
    const WAYBILL_TOKEN = await user.account.accessToken('upload');
    const narrow = await user.run(['send', '-', '--password', 'open sesame'], { WAYBILL_TOKEN }, 'secret');
    expect(narrow).toMatchObject({ status: 1, stderr: expect.stringContaining('needs the scope "manage"') });
    expect(await user.account.files()).toEqual(before);
  });

  it('says what is wrong, with an exit code of its own for each kind', async () => {
    const missing = { status: 2, stdout: '', stderr: 'There is no missing.bin\n' };
    expect(await user.run(['send', 'missing.bin'])).toEqual(missing);
    expect(await user.run(['send'])).toMatchObject({ status: 2, stdout: '' });
    expect(await user.run(['send', '-', '--limit', 'many'])).toMatchObject({ status: 2, stdout: '' });
    const unknownCommand = {
      status: 2,
      stdout: '',
      stderr: 'There is no command "fly": see "waybill --help".\n',
    };
    expect(await user.run(['fly'])).toEqual(unknownCommand);
    const unknownOption = { status: 2, stderr: `Unknown option '--fast': see "waybill send --help".\n` };
    expect(await user.run(['send', '-', '--fast'])).toMatchObject(unknownOption);
    expect(await user.run(['--version'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect(await user.run(['list'], { WAYBILL_TOKEN: 'wb_revoked' })).toMatchObject({
      status: 1,
      stdout: '',
    });
    const unknown = `${user.waybill.url}/3f2504e0-4f89-41d3-9a0c-0305e82c3301`;
    expect(await user.run(['get', unknown])).toEqual({ status: 1, stdout: '', stderr: 'File not found\n' });
    const nowhere = { WAYBILL_URL: 'http://127.0.0.1:9' };
    expect(await user.run(['rm', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'], nowhere)).toMatchObject({
      status: 3,
    });
  });

  it('gets an upload and a download through a network that breaks', async () => {
    const bytes = user.write('rough.bin', 24 * MEBIBYTE);
    const network = await throughBadNetwork(() => 7 * MEBIBYTE);
    const { status, stdout } = await user.run(['send', 'rough.bin'], { WAYBILL_URL: network.url });
    expect(status).toBe(0);
    expect((await bytesOf(idOf(stdout))).equals(bytes)).toBe(true);
    const link = `${network.url}/${idOf(stdout)}`;
    expect((await user.run(['get', link, '-o', 'rough.copy'], { WAYBILL_URL: network.url })).status).toBe(0);
    expect(readFileSync(join(user.folder, 'rough.copy')).equals(bytes)).toBe(true);
  });

  it('resumes an upload and a download of an earlier run that was killed', async () => {
    const bytes = user.write('killed.bin', 64 * MEBIBYTE);
    const network = await throughBadNetwork(() => Infinity);
    const elsewhere = { WAYBILL_URL: network.url };
    await killAfter(user.launch(['send', 'killed.bin'], elsewhere), () => network.sent > 16 * MEBIBYTE);
    const sentBefore = network.sent;
    const { status, stdout } = await user.run(['send', 'killed.bin'], elsewhere);
    expect(status).toBe(0);
    expect((await bytesOf(idOf(stdout))).equals(bytes)).toBe(true);
    expect(network.sent - sentBefore).toBeLessThan(bytes.length);

    const link = `${network.url}/${idOf(stdout)}`;
    const begun = network.received;
    await killAfter(
      user.launch(['get', link, '-o', 'killed.copy']),
      () => network.received - begun > 16 * MEBIBYTE,
    );
    const receivedBefore = network.received;
    expect((await user.run(['get', link, '-o', 'killed.copy'])).status).toBe(0);
    expect(readFileSync(join(user.folder, 'killed.copy')).equals(bytes)).toBe(true);
    expect(network.received - receivedBefore).toBeLessThan(bytes.length);
    expect(readdirSync(user.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('goes on with the bundle of an earlier run that was killed', async () => {
    mkdirSync(join(user.folder, 'trip'));
    for (const name of ['one.bin', 'two.bin', 'three.bin']) user.write(`trip/${name}`, 12 * MEBIBYTE);
    const network = await throughBadNetwork(() => Infinity);
    const elsewhere = { WAYBILL_URL: network.url };
    await killAfter(user.launch(['send', 'trip'], elsewhere), () => network.sent > 9 * MEBIBYTE);
    const { status, stdout } = await user.run(['send', 'trip'], elsewhere);
    expect(status).toBe(0);
    const all = (await (await user.account.get('/api/bundles')).json()) as {
      id: string;
      name: string;
      files: { path: string }[];
    }[];
    const trips = all.filter(({ name }) => name === 'trip');
    expect(trips.map(({ id }) => id)).toEqual([idOf(stdout)]);
    expect(trips[0]!.files.map(({ path }) => path).sort()).toEqual(['one.bin', 'three.bin', 'two.bin']);
  });
});
