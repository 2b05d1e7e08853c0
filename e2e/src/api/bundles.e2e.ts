import type { AnalyticsReport, BundleView } from '@waybill/contracts';
import { eventually, temporaryFolder } from '@waybill/testing';
import { execFile } from 'node:child_process';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROMOTION } from '../support/environment.js';
import { ApiClient, binaryFile, failure, textFile, viewerTokenIn } from '../support/api-client.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { metadata, TusClient } from '../support/tus-client.js';

const run = promisify(execFile);
const LISTING = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps([[each.filename, archive.read(each).decode('latin1')[:40]] for each in archive.infolist()]))`;

describe('Bundles over HTTP', () => {
  let waybill: Instance;
  let owner: ApiClient;
  let visitor: ApiClient;
  let folder: { path: string; remove(): Promise<void> };

  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    folder = await temporaryFolder();
    owner = await ApiClient.signedIn(waybill.url);
    visitor = new ApiClient(waybill.url);
  });
  afterAll(async () => {
    await waybill.dispose();
    await folder.remove();
  });

  async function bundleOf(names: string[], client = owner): Promise<BundleView> {
    const fileIds = [];
    for (const name of names) fileIds.push(await client.upload(textFile(name, `this is ${name}`)));
    const response = await client.json('POST', '/api/bundles', { name: 'Offer', fileIds });
    expect(response.status).toBe(201);
    return response.json() as Promise<BundleView>;
  }

  it('an owner creates, lists, changes and deletes bundles', async () => {
    const bundle = await bundleOf(['a.txt', 'b.txt']);
    const path = `/api/bundles/${bundle.id}`;
    expect(((await (await owner.get('/api/bundles')).json()) as BundleView[])[0]).toEqual(bundle);
    const shown = (await (await visitor.get(path)).json()) as BundleView;
    const { isFirstLinkActive, ...shared } = bundle;
    expect(isFirstLinkActive).toBe(true);
    expect(shown).toEqual({ ...shared, isOwner: false });
    const files = [{ id: bundle.files[1]?.id, path: '../x/b.txt' }];
    const changed = await owner.json('PUT', path, { name: 'New', files });
    expect(await changed.json()).toMatchObject({ name: 'New', files: [{ path: 'x/b.txt' }] });
    expect(await failure(await visitor.json('PUT', path, { name: 'x' }))).toMatchObject({ statusCode: 401 });
    expect((await owner.json('DELETE', `${path}?keepFiles=perhaps`)).status).toBe(400);
    expect((await owner.json('DELETE', `${path}?keepFiles=true`)).status).toBe(204);
    expect(await failure(await visitor.get(path))).toMatchObject({
      statusCode: 404,
      code: 'bundles.not-found',
    });
    expect((await visitor.get(`/api/files/${bundle.files[0]?.id}`)).status).toBe(200);
  });

  it('bundles belong to the browser that made them without an account', async () => {
    const anonymous = new ApiClient(waybill.url);
    const response = await anonymous.json('POST', '/api/bundles', {});
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as BundleView;

    expect((await anonymous.json('PUT', `/api/bundles/${id}`, { name: 'Mine' })).status).toBe(200);
    expect((await visitor.json('DELETE', `/api/bundles/${id}`)).status).toBe(401);
  });

  it('a bundle is sent as a ZIP of known length, which Python opens and curl resumes', async () => {
    const { id } = await bundleOf(['Zoë.txt', 'a.txt', 'A.txt']);
    const path = `/api/bundles/${id}/download`;
    const response = await visitor.get(path);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="Offer.zip"');
    expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/);
    const zip = join(folder.path, 'offer.zip');
    await writeFile(zip, bytes);
    const { stdout } = await run('python3', ['-c', LISTING, zip]);
    expect(JSON.parse(stdout)).toEqual([
      ['Zoë.txt', expect.stringContaining('this is Zo')],
      ['a.txt', 'this is a.txt'],
      ['A (2).txt', 'this is A.txt'],
    ]);
    await truncate(zip, 100);
    await run('curl', ['-sS', '--fail', '-C', '-', '-o', zip, `${waybill.url}${path}`]);
    expect((await readFile(zip)).equals(bytes)).toBe(true);
  });

  it('answers ranges, conditions and HEAD for the ZIP of a bundle as for a file', async () => {
    const id = await owner.upload(binaryFile(3 * 1024 * 1024));
    const created = await owner.json('POST', '/api/bundles', { fileIds: [id] });
    const path = `/api/bundles/${((await created.json()) as BundleView).id}/download`;
    const whole = await visitor.get(path);
    const etag = whole.headers.get('etag') ?? '';
    const bytes = Buffer.from(await whole.arrayBuffer());
    const range = { range: `bytes=1048000-1049000` };
    const part = await visitor.get(path, { ...range, 'if-range': etag });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 1048000-1049000/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1_048_000, 1_049_001))).toBe(true);
    expect((await visitor.get(path, { ...range, 'if-range': '"other"' })).status).toBe(200);
    expect((await visitor.get(path, { range: `bytes=${bytes.length}-` })).status).toBe(416);
    expect((await visitor.get(path, { 'if-none-match': etag })).status).toBe(304);
    const head = await visitor.fetch(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  });

  it('a bundle has no ZIP while it is empty', async () => {
    const { id } = await bundleOf([]);

    expect(await failure(await visitor.get(`/api/bundles/${id}/download`))).toMatchObject({
      statusCode: 404,
      code: 'bundles.empty',
    });
  });

  it('bundles clean a hostile path of an upload and of a change', async () => {
    const { id, files } = await bundleOf(['a.txt']);
    const path = `${'x'.repeat(4096)}/../C:\0/`;
    const created = await new TusClient(owner).create({
      'upload-length': '0',
      'upload-metadata': metadata({ filename: 'b.txt', bundle: id, path: `${path}b.txt` }),
    });
    expect(created.status).toBe(201);
    const added = created.headers.get('location')?.split('/').at(-1);
    const pathsOf = async (response: Response) =>
      ((await response.json()) as BundleView).files.map((file) => file.path);
    const folder = 'x'.repeat(255);
    expect(await pathsOf(await visitor.get(`/api/bundles/${id}`))).toEqual(['a.txt', `${folder}/b.txt`]);
    const changed = await owner.json('PUT', `/api/bundles/${id}`, {
      files: [{ id: files[0]?.id, path: `${path}\ud800.txt` }, { id: added }],
    });
    expect(await pathsOf(changed)).toEqual([`${folder}/\ufffd.txt`, `${folder}/b.txt`]);
  });

  it('bundles refuse a name without a visible character at its field', async () => {
    const { id } = await bundleOf(['a.txt']);
    for (const name of ['\u200e', '...']) {
      const refusal = await failure(await owner.json('PUT', `/api/bundles/${id}`, { name }));
      expect(refusal).toMatchObject({
        statusCode: 400,
        errors: [{ field: 'name', message: 'Bundle name is required' }],
      });
    }
  });

  it('bundles take a resumable upload of their owner that names them, with its path', async () => {
    const { id } = await bundleOf(['a.txt']);
    const create = (api: ApiClient, bundle: string) =>
      new TusClient(api).create(
        {
          'upload-length': '5',
          'upload-metadata': metadata({ filename: 'b.txt', bundle, path: '../photos/b.txt' }),
        },
        Buffer.from('hello'),
      );
    expect((await create(owner, id)).status).toBe(201);
    const { files } = (await (await visitor.get(`/api/bundles/${id}`)).json()) as BundleView;
    expect(files.map(({ path }) => path)).toEqual(['a.txt', 'photos/b.txt']);
    const other = await ApiClient.signedIn(waybill.url);
    expect(await failure(await create(other, id))).toMatchObject({
      statusCode: 403,
      code: 'files.forbidden',
    });
    for (const unknown of [crypto.randomUUID(), 'no-id']) {
      expect(await failure(await create(owner, unknown))).toMatchObject({
        statusCode: 404,
        code: 'bundles.not-found',
      });
    }
  });

  it('bundles open with their token alone: list, ZIP and every file in them', async () => {
    const bundle = await bundleOf(['a.txt']);
    const path = `/api/bundles/${bundle.id}`;
    const file = `/api/files/${bundle.files[0]?.id}`;
    await owner.json('PUT', path, { password: 'open sesame' });
    await owner.settings(bundle.files[0]?.id ?? '', { password: 'of its own' });
    for (const refused of [path, `${path}/download`, `${file}/download?bundle=${bundle.id}`]) {
      expect(await failure(await visitor.get(refused))).toMatchObject({
        statusCode: 401,
        code: 'files.password-required',
      });
    }
    const wrong = visitor.json('POST', `${path}/verify-password`, { password: 'wrong' });
    expect(await failure(await wrong)).toMatchObject({ statusCode: 401, message: 'Incorrect password' });
    const verified = await visitor.json('POST', `${path}/verify-password`, { password: 'open sesame' });
    const { token } = (await verified.json()) as { token: string };
    expect((await visitor.get(path, { 'x-verification-token': token })).status).toBe(200);
    for (const opened of [
      `${path}/download?`,
      `${file}/download?bundle=${bundle.id}&`,
      `${file}/download?`,
    ]) {
      expect((await visitor.get(`${opened}token=${token}`)).status).toBe(200);
    }
  });

  it('bundles give the external viewer a token that ends when the file leaves them', async () => {
    const bundle = await bundleOf(['a.txt']);
    const id = bundle.files[0]?.id ?? '';
    await owner.settings(id, { password: 'of its own' });
    const { url } = (await (await visitor.get(`/api/files/${id}/viewer?bundle=${bundle.id}`)).json()) as {
      url: string;
    };
    const download = `/api/files/${id}/download?token=${viewerTokenIn(url)}`;
    expect((await visitor.get(download)).status).toBe(200);
    await owner.json('PUT', `/api/bundles/${bundle.id}`, { files: [] });
    expect(await failure(await visitor.get(download))).toMatchObject({ code: 'files.password-required' });
  });

  it('bundles count one visit of the bundle, and one of each file that was opened or downloaded in it', async () => {
    const bundle = await bundleOf(['a.txt', 'b.txt']);
    const path = `/api/bundles/${bundle.id}`;
    const visit = `visit=${crypto.randomUUID()}`;
    await visitor.get(`${path}?${visit}`);
    const file = bundle.files[0]?.id ?? '';
    await visitor.get(`/api/files/${file}/download?disposition=inline&bundle=${bundle.id}&${visit}`);
    await visitor.get(`${path}/download?${visit}`);
    const views = async () => {
      const { viewCount } = (await (await owner.get(path)).json()) as BundleView;
      const counts = await Promise.all(bundle.files.map(async ({ id }) => (await owner.file(id)).viewCount));
      return [viewCount, ...counts];
    };

    expect(await views()).toEqual([1, 1, 1]);
    await eventually(async () => {
      const response = await owner.get(`${path}/analytics`);
      const report = (await response.json()) as AnalyticsReport;
      expect(report).toMatchObject({ summary: { totalViews: 1 }, file: { originalName: 'Offer' } });
    });
  });
});
