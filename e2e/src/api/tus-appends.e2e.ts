import { eventually } from '@waybill/testing';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { FREE } from '../support/environment.js';
import { ApiClient, failure } from '../support/api-client.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { checksum, metadata, TusClient } from '../support/tus-client.js';

const MEBIBYTE = 1024 * 1024;
const FREE_LIMIT = 20 * MEBIBYTE;
const named = metadata({ filename: 'report.pdf' });

describe('tus 1.0.0: PATCH /api/uploads/{id}', () => {
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

  it('appends at any offset, across the chunks of the encryption', async () => {
    const tus = client();
    const bytes = randomBytes(7 * MEBIBYTE + 11);
    const location = await tus.created(bytes.length);
    let offset = 0;
    for (const end of [1, 1_048_553, 1_048_554, 3 * MEBIBYTE, 5 * MEBIBYTE, bytes.length]) {
      const response = await tus.patch(location, offset, bytes.subarray(offset, end));
      expect([response.status, response.headers.get('upload-offset')]).toEqual([204, String(end)]);
      offset = end;
    }
    expect(bytes.equals(await download(tus, location))).toBe(true);
  });

  it.each([
    ['another offset', { 'upload-offset': '1' }, 409, 'uploads.wrong-offset'],
    ['a malformed offset', { 'upload-offset': 'x' }, 400, 'uploads.malformed-header'],
    ['another content type', { 'content-type': 'application/json' }, 415, 'request.unsupported-type'],
    ['an unknown content type', { 'content-type': 'text/plain' }, 415, 'request.unsupported-type'],
    ['compressed bytes', { 'content-encoding': 'gzip' }, 415, 'request.unsupported-type'],
    ['another version', { 'tus-resumable': '2.0.0' }, 412, 'uploads.unsupported-version'],
    ['an unknown checksum', { 'upload-checksum': 'md5 AAAA' }, 400, 'uploads.unknown-checksum'],
    ['a malformed checksum', { 'upload-checksum': 'sha1' }, 400, 'uploads.malformed-header'],
    [
      'a wrong sha1',
      { 'upload-checksum': checksum('sha1', Buffer.from('y')) },
      460,
      'uploads.wrong-checksum',
    ],
    [
      'a wrong sha256',
      { 'upload-checksum': checksum('sha256', Buffer.from('y')) },
      460,
      'uploads.wrong-checksum',
    ],
    [
      'a wrong crc32',
      { 'upload-checksum': checksum('crc32', Buffer.from('y')) },
      460,
      'uploads.wrong-checksum',
    ],
    ['another length', { 'upload-length': '3' }, 400, 'uploads.length-declared'],
  ])('refuses %s, and keeps nothing of it', async (_what, headers, statusCode, code) => {
    const tus = client();
    const location = await tus.created(2);
    const response = await tus.patch(location, 0, Buffer.from('1'), headers);
    expect(await failure(response)).toMatchObject({ statusCode, code });
    expect(await tus.offset(location)).toBe(0);
    expect((await tus.patch(location, 0, Buffer.from('ok'))).status).toBe(204);
    expect((await download(tus, location)).toString()).toBe('ok');
  });

  it.each(['sha1', 'sha256', 'crc32'] as const)('accepts a right %s', async (algorithm) => {
    const tus = client();
    const bytes = randomBytes(1000);
    const location = await tus.created(1000);
    const headers = { 'upload-checksum': checksum(algorithm, bytes) };
    expect((await tus.patch(location, 0, bytes, headers)).status).toBe(204);
    expect(bytes.equals(await download(tus, location))).toBe(true);
  });

  it('keeps nothing of a large PATCH with a wrong checksum, in the midst of an upload', async () => {
    const tus = client();
    const bytes = randomBytes(9 * MEBIBYTE);
    const location = await tus.created(bytes.length);
    await tus.patch(location, 0, bytes.subarray(0, MEBIBYTE + 5));
    const wrong = { 'upload-checksum': checksum('crc32', Buffer.from('y')) };
    const garbage = randomBytes(bytes.length - MEBIBYTE - 5);
    expect((await tus.patch(location, MEBIBYTE + 5, garbage, wrong)).status).toBe(460);
    expect(await tus.offset(location)).toBe(MEBIBYTE + 5);
    expect((await tus.patch(location, MEBIBYTE + 5, bytes.subarray(MEBIBYTE + 5))).status).toBe(204);
    expect(bytes.equals(await download(tus, location))).toBe(true);
  });

  it('refuses more bytes than were declared with 413', async () => {
    const tus = client();
    const location = await tus.created(2);
    const response = await tus.patch(location, 0, Buffer.from('123'));
    expect(await failure(response)).toMatchObject({ statusCode: 413, code: 'uploads.beyond-length' });
    expect(await tus.offset(location)).toBe(0);
  });

  it('refuses a deferred length over the size limit, and bytes beyond it', async () => {
    const tus = client();
    const created = await tus.create({ 'upload-defer-length': '1', 'upload-metadata': named });
    const location = created.headers.get('location') ?? '';
    const declared = { 'upload-length': String(FREE_LIMIT + 1) };
    expect((await tus.patch(location, 0, Buffer.from('x'), declared)).status).toBe(413);
    expect((await tus.patch(location, 0, Buffer.alloc(FREE_LIMIT + 1))).status).toBe(413);
    expect((await tus.patch(location, 0, Buffer.from('ok'), { 'upload-length': '2' })).status).toBe(204);
  });

  it.each([
    ['more bytes than it declares', 413, {}],
    ['a wrong checksum', 460, { 'upload-checksum': checksum('crc32', Buffer.from('y')) }],
  ])('keeps no length of a PATCH that is refused for %s', async (_why, status, headers) => {
    const tus = client();
    const created = await tus.create({ 'upload-defer-length': '1', 'upload-metadata': named });
    const location = created.headers.get('location') ?? '';
    const bytes = Buffer.from('abc').subarray(0, status === 413 ? 3 : 2);
    const refused = await tus.patch(location, 0, bytes, { 'upload-length': '2', ...headers });
    expect(refused.status).toBe(status);
    const head = await tus.head(location);
    expect([head.headers.get('upload-length'), head.headers.get('upload-defer-length')]).toEqual([null, '1']);
    expect((await tus.patch(location, 0, Buffer.from('abcd'), { 'upload-length': '4' })).status).toBe(204);
    expect((await download(tus, location)).toString()).toBe('abcd');
  });

  it('keeps the bytes that arrived before the connection broke', async () => {
    const tus = client();
    const bytes = randomBytes(4 * MEBIBYTE);
    const location = await tus.created(bytes.length);
    const broken = tus.openPatch(location, 0, bytes.length);
    broken.write(bytes.subarray(0, 2 * MEBIBYTE), () => broken.destroy());
    const offset = await eventually(async () => {
      const arrived = await tus.offset(location);
      expect(arrived).toBeGreaterThan(0);
      return arrived;
    });
    expect((await tus.patch(location, offset, bytes.subarray(offset))).status).toBe(204);
    expect(bytes.equals(await download(tus, location))).toBe(true);
  });

  it('refuses a second writer with 423 while the first one sends', async () => {
    const tus = client();
    const location = await tus.created(4);
    const first = tus.openPatch(location, 0, 4);
    const answered = once(first, 'response');
    first.write('12');
    // The wrong length is refused in any case, so that this call never becomes the first writer itself.
    const second = await eventually(async () => {
      const response = await tus.patch(location, 0, Buffer.from('x'), { 'upload-length': '99' });
      expect(response.status).toBe(423);
      return response;
    });
    expect(await failure(second)).toMatchObject({ code: 'uploads.being-written' });
    first.end('34');
    const [response] = (await answered) as [{ statusCode: number }];
    expect(response.statusCode).toBe(204);
    expect((await download(tus, location)).toString()).toBe('1234');
  });

  it('lets one of concurrent PATCHes win', async () => {
    const tus = client();
    const location = await tus.created(10);
    const bodies = Array.from({ length: 5 }, (_, index) => Buffer.alloc(10, String(index)));
    const responses = await Promise.all(bodies.map((body) => tus.patch(location, 0, body)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    for (const status of statuses) expect([204, 409, 423]).toContain(status);
    const winner = bodies[statuses.indexOf(204)];
    expect(winner?.equals(await download(tus, location))).toBe(true);
  });

  it('gives way when the first writer falls silent, and keeps its bytes', async () => {
    const tus = client();
    const location = await tus.created(4);
    const silent = tus.openPatch(location, 0, 4);
    silent.write('12');
    await eventually(async () => expect(await tus.offset(location)).toBe(2));
    silent.destroy();
    expect((await tus.patch(location, 2, Buffer.from('34'))).status).toBe(204);
    expect((await download(tus, location)).toString()).toBe('1234');
  });

  it('takes an empty PATCH, and one at the end of a finished upload', async () => {
    const tus = client();
    const location = await tus.created(1);
    expect((await tus.patch(location, 0, Buffer.alloc(0))).headers.get('upload-offset')).toBe('0');
    await tus.patch(location, 0, Buffer.from('x'));
    expect((await tus.patch(location, 1, Buffer.alloc(0))).status).toBe(204);
    expect((await tus.patch(location, 1, Buffer.from('y'))).status).toBe(413);
    expect((await tus.patch(location, 0, Buffer.from('y'))).status).toBe(409);
  });

  it('an append can be sent as POST with X-HTTP-Method-Override', async () => {
    const tus = client();
    const location = await tus.created(2);
    const response = await fetch(new URL(location, waybill.url), {
      method: 'POST',
      headers: {
        cookie: tus.api.cookieHeader(),
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'x-http-method-override': 'PATCH',
      },
      body: 'ok',
    });
    expect(response.status).toBe(204);
  });
});
