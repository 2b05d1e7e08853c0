import type { ClientRequest } from 'node:http';
import { eventually } from '@waybill/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { FREE } from '../support/environment.js';
import { ApiClient, failure } from '../support/api-client.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { metadata, TusClient } from '../support/tus-client.js';

const MEBIBYTE = 1024 * 1024;
const FREE_LIMIT = 20 * MEBIBYTE;
const named = metadata({ filename: 'report.pdf' });
const oneByte = { 'upload-length': '1' };

describe('tus 1.0.0 at /api/uploads', () => {
  let waybill: Instance;
  const client = () => new TusClient(new ApiClient(waybill.url));
  beforeAll(async () => {
    waybill = await startInstance(FREE);
  });
  afterAll(() => waybill.dispose());

  /** The file of an upload. */
  async function download({ api }: TusClient, location: string): Promise<Buffer> {
    const response = await api.get(`/api/files/${location.split('/').at(-1)}/download`);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }

  describe('OPTIONS', () => {
    it.each([
      ['the server', '/api/uploads'],
      ['any upload', `/api/uploads/${randomUUID()}`],
    ])('describes the server and the size limit of the plan, at the address of %s', async (_what, path) => {
      const response = await fetch(new URL(path, waybill.url), { method: 'OPTIONS' });
      expect(response.status).toBe(204);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension':
          'creation,creation-with-upload,creation-defer-length,termination,expiration,checksum',
        'tus-checksum-algorithm': 'sha1,sha256,crc32',
        'tus-max-size': String(FREE_LIMIT),
      });
    });
  });

  describe('POST', () => {
    it('creates an upload with the id of its file, and an identity for the browser', async () => {
      const tus = client();
      const response = await tus.create({ 'upload-length': '5', 'upload-metadata': named });
      expect(response.status).toBe(201);
      const location = response.headers.get('location') ?? '';
      expect(location).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/);
      expect(response.headers.get('tus-resumable')).toBe('1.0.0');
      expect(Date.parse(response.headers.get('upload-expires') ?? '')).toBeGreaterThan(
        Date.now() + 23 * 3_600_000,
      );
      expect(await tus.offset(location)).toBe(0);
      const patch = await tus.patch(location, 0, Buffer.from('hello'));
      expect(patch.status).toBe(204);
      expect(patch.headers.get('upload-offset')).toBe('5');
      expect((await download(tus, location)).toString()).toBe('hello');
      const file = await tus.api.file(location.split('/').at(-1) ?? '');
      expect(file).toMatchObject({ originalName: 'report.pdf', mimeType: 'application/pdf', size: 5 });
    });

    it('takes the bytes with the creation, all or the first of them', async () => {
      const tus = client();
      const bytes = randomBytes(3 * MEBIBYTE);
      const headers = { 'upload-length': String(bytes.length), 'upload-metadata': named };
      const whole = await tus.create(headers, bytes);
      expect([whole.status, whole.headers.get('upload-offset')]).toEqual([201, String(bytes.length)]);
      expect(bytes.equals(await download(tus, whole.headers.get('location') ?? ''))).toBe(true);
      const begun = await tus.create(headers, bytes.subarray(0, 1000));
      expect([begun.status, begun.headers.get('upload-offset')]).toEqual([201, '1000']);
      const location = begun.headers.get('location') ?? '';
      expect((await tus.patch(location, 1000, bytes.subarray(1000))).status).toBe(204);
      expect(bytes.equals(await download(tus, location))).toBe(true);
    });

    it('leaves nothing of a creation whose connection broke, as its address is unknown', async () => {
      const tus = client();
      await tus.created(1);
      await tus.created(1);
      let broken: ClientRequest | undefined;
      await eventually(async () => {
        // Begin anew: if the last probe below was faster, it took the third place, and the creation was refused.
        broken?.destroy();
        const creation = (broken = tus.openCreation(4 * MEBIBYTE));
        await new Promise<void>((done) => creation.write(randomBytes(2 * MEBIBYTE), () => done()));
        const third = await tus.create({ ...oneByte, 'upload-metadata': named });
        if (third.status === 201) await tus.delete(third.headers.get('location') ?? '');
        expect(third.status).toBe(403);
        expect(await failure(third)).toMatchObject({ statusCode: 403, code: 'files.limit-reached' });
      });
      broken?.destroy();
      await eventually(async () =>
        expect((await tus.create({ ...oneByte, 'upload-metadata': named })).status).toBe(201),
      );
    });

    it.each([
      ['a wrong checksum', 460, { 'upload-checksum': 'sha1 AAAA' }],
      ['more bytes than the file has', 413, { 'upload-length': '1' }],
    ])('leaves nothing of a creation with %s', async (_what, status, headers) => {
      const tus = client();
      const created = { 'upload-length': '2', 'upload-metadata': named };
      for (let attempt = 1; attempt <= 4; attempt++) {
        const response = await tus.create({ ...created, ...headers }, Buffer.from('ab'));
        expect([response.status, response.headers.get('location')]).toEqual([status, null]);
      }
      // The failed attempts do not count towards the three files of the plan.
      expect((await tus.create(created, Buffer.from('ab'))).status).toBe(201);
    });

    it('finishes an empty file immediately', async () => {
      const tus = client();
      const location = await tus.created(0, 'empty.txt');
      expect(await download(tus, location)).toHaveLength(0);
      const head = await tus.head(location);
      expect([head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual(['0', '0']);
    });

    it('accepts a length that is declared later', async () => {
      const tus = client();
      const created = await tus.create({ 'upload-defer-length': '1', 'upload-metadata': named });
      const location = created.headers.get('location') ?? '';
      expect((await tus.head(location)).headers.get('upload-defer-length')).toBe('1');
      expect((await tus.patch(location, 0, Buffer.from('hel'))).status).toBe(204);
      expect((await tus.head(location)).headers.get('upload-length')).toBeNull();
      const last = await tus.patch(location, 3, Buffer.from('lo'), { 'upload-length': '5' });
      expect(last.status).toBe(204);
      expect((await download(tus, location)).toString()).toBe('hello');
      const again = await tus.patch(location, 5, Buffer.alloc(0), { 'upload-length': '6' });
      expect(await failure(again)).toMatchObject({ statusCode: 400, code: 'uploads.length-declared' });
    });

    it.each([
      ['no length', {}, 'uploads.malformed-header'],
      ['two lengths', { 'upload-length': '1', 'upload-defer-length': '1' }, 'uploads.malformed-header'],
      ['a negative length', { 'upload-length': '-1' }, 'uploads.malformed-header'],
      ['a length that is no number', { 'upload-length': '1e3' }, 'uploads.malformed-header'],
      ['a wrong Upload-Defer-Length', { 'upload-defer-length': '2' }, 'uploads.malformed-header'],
      ['a part to be joined', { ...oneByte, 'upload-concat': 'partial' }, 'uploads.no-concatenation'],
      ['no metadata', { ...oneByte, 'upload-metadata': '' }, 'uploads.name-missing'],
      ['no filename', { ...oneByte, 'upload-metadata': metadata({ name: 'a' }) }, 'uploads.name-missing'],
      ['an empty filename', { ...oneByte, 'upload-metadata': 'filename' }, 'uploads.name-missing'],
      [
        'metadata that is no base64',
        { ...oneByte, 'upload-metadata': 'filename a' },
        'uploads.malformed-header',
      ],
      ['a key twice', { ...oneByte, 'upload-metadata': `${named},${named}` }, 'uploads.malformed-header'],
      [
        'a name in no Unicode',
        { ...oneByte, 'upload-metadata': 'filename /w==' },
        'uploads.malformed-header',
      ],
    ])('refuses %s with 400, and leaves nothing', async (_what, headers, code) => {
      const tus = client();
      const response = await tus.create({ 'upload-metadata': named, ...headers });
      expect(await failure(response)).toMatchObject({ statusCode: 400, code });
      expect(response.headers.get('location')).toBeNull();
    });

    it.each([String(FREE_LIMIT + 1), '99999999999999999999'])(
      'refuses a file of %s bytes with 413',
      async (length) => {
        const response = await client().create({ 'upload-length': length, 'upload-metadata': named });
        expect(await failure(response)).toMatchObject({ statusCode: 413, code: 'files.too-large' });
      },
    );

    it('counts unfinished uploads towards the number of files', async () => {
      const tus = client();
      const locations = [await tus.created(1), await tus.created(1), await tus.created(1)];
      const response = await tus.create({ ...oneByte, 'upload-metadata': named });
      expect(await failure(response)).toMatchObject({ statusCode: 403, code: 'files.limit-reached' });
      expect((await tus.delete(locations[0] ?? '')).status).toBe(204);
      expect((await tus.create({ ...oneByte, 'upload-metadata': named })).status).toBe(201);
    });

    it.each([undefined, '0.2.2'])('refuses version %s with 412', async (version) => {
      const headers = { ...oneByte, 'upload-metadata': named, ...(version && { 'tus-resumable': version }) };
      const response = await client().api.fetch('/api/uploads', { method: 'POST', headers });
      expect(await failure(response)).toMatchObject({ statusCode: 412, code: 'uploads.unsupported-version' });
      expect(response.headers.get('tus-version')).toBe('1.0.0');
    });

    it('refuses a foreign origin and another content type', async () => {
      const tus = client();
      const headers = { ...oneByte, 'upload-metadata': named };
      const foreign = await tus.create({ ...headers, origin: 'https://evil.example' });
      expect(foreign.status).toBe(403);
      const wrong = await tus.create({ ...headers, 'content-type': 'application/json' }, Buffer.from('{}'));
      expect(wrong.status).toBe(415);
    });
  });

  describe('HEAD', () => {
    it('shows the state of an upload, uncached, also after it was finished', async () => {
      const tus = client();
      const location = await tus.created(3, 'ä.txt');
      for (const offset of [0, 1, 2, 3]) {
        const head = await tus.head(location);
        expect(head.status).toBe(200);
        expect(Object.fromEntries(head.headers)).toMatchObject({
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'upload-length': '3',
          'upload-metadata': metadata({ filename: 'ä.txt' }),
          'upload-expires': expect.stringMatching(/GMT$/),
          'cache-control': 'no-store',
        });
        if (offset < 3) await tus.patch(location, offset, Buffer.from('x'));
      }
    });

    it('answers 404 for an unknown upload, a malformed id, and anyone but the owner', async () => {
      const location = await client().created(1);
      for (const path of [location, `/api/uploads/${randomUUID()}`, '/api/uploads/none']) {
        const stranger = client();
        expect((await stranger.head(path)).status).toBe(404);
        const patch = await stranger.patch(path, 0, Buffer.from('x'));
        expect(await failure(patch)).toMatchObject({ statusCode: 404, code: 'uploads.not-found' });
        expect((await stranger.delete(path)).status).toBe(404);
      }
    });
  });

  describe('DELETE', () => {
    it('deletes an unfinished upload, also while a request writes to it', async () => {
      const tus = client();
      const location = await tus.created(4 * MEBIBYTE);
      const writing = tus.openPatch(location, 0, 4 * MEBIBYTE);
      writing.write(randomBytes(2 * MEBIBYTE));
      const response = await tus.delete(location);
      expect([response.status, response.headers.get('tus-resumable')]).toEqual([204, '1.0.0']);
      writing.destroy();
      expect((await tus.head(location)).status).toBe(404);
      expect((await tus.delete(location)).status).toBe(404);
    });

    it('refuses to delete a finished upload with 403', async () => {
      const tus = client();
      const location = await tus.created(0);
      const response = await tus.delete(location);
      expect(await failure(response)).toMatchObject({ statusCode: 403, code: 'uploads.finished' });
      expect(await download(tus, location)).toHaveLength(0);
    });
  });

  it('answers 404 for a finished upload once its file was deleted', async () => {
    const tus = client();
    const location = await tus.created(0);
    await tus.api.json('DELETE', `/api/files/${location.split('/').at(-1)}`);
    expect((await tus.head(location)).status).toBe(404);
  });

  it('belongs to the account that signed in before', async () => {
    const tus = new TusClient(await ApiClient.signedIn(waybill.url));
    const location = await tus.created(2);
    await tus.patch(location, 0, Buffer.from('ok'));
    expect(await tus.api.files()).toEqual([expect.objectContaining({ size: 2 })]);
  });
});
