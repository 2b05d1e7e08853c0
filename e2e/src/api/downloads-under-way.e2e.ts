import { createHash, randomUUID } from 'node:crypto';
import type { BundleView, FileView } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { ApiClient, binaryFile, failure } from '../support/api-client.js';
import { ADMINISTRATOR, PROMOTION } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

/** Larger than the buffers of a connection, so that a download stays under way while the test changes the file. */
const file = binaryFile(24 * 1024 * 1024);
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('A download under way', () => {
  let waybill: Instance;
  let owner: ApiClient;
  let admin: ApiClient;
  const visitor = () => new ApiClient(waybill.url);

  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    owner = await ApiClient.signedIn(waybill.url);
    admin = new ApiClient(waybill.url);
    await admin.signUpAndLogIn(ADMINISTRATOR);
  });
  afterAll(() => waybill.dispose());

  it.each([
    [
      'is deleted',
      404,
      'files.not-found',
      async (id: string) => (await owner.json('DELETE', `/api/files/${id}`)).ok,
    ],
    ['expires', 410, 'files.expired', async (id: string) => (await owner.expireSoon(id)) > 0],
    [
      'is taken down',
      410,
      'files.taken-down',
      async (id: string) =>
        (await admin.json('POST', `/api/admin/files/${id}/takedown`, { reason: 'Phishing' })).ok,
    ],
  ])('goes on to its end when its file %s, and cannot be resumed', async (_how, statusCode, code, end) => {
    const id = await owner.upload(file);
    const path = `/api/files/${id}/download`;
    const download = await visitor().get(path);
    expect(await end(id)).toBe(true);
    await eventually(async () => {
      const resumed = await visitor().get(path, { range: 'bytes=1000-' });
      if (resumed.ok) await resumed.body?.cancel();
      expect(resumed.status).toBe(statusCode);
      expect(await failure(resumed)).toMatchObject({ statusCode, code });
    });
    expect(digestOf(await download.bytes())).toBe(digestOf(file.bytes));
  });

  it('a ZIP is never short when a file that it has not reached is deleted, and resumes no other ZIP', async () => {
    const fileIds = [await owner.upload(file), await owner.upload({ ...file, name: `${randomUUID()}.bin` })];
    const created = await owner.json('POST', '/api/bundles', { fileIds });
    const { id } = (await created.json()) as BundleView;
    const path = `/api/bundles/${id}/download`;
    const download = await visitor().get(path);
    await owner.json('DELETE', `/api/files/${fileIds[1]}`);
    await eventually(async () => {
      const left = (await (await owner.get(`/api/bundles/${id}`)).json()) as BundleView;
      expect(left.files.map((each: Pick<FileView, 'id'>) => each.id)).toEqual([fileIds[0]]);
    });
    // The download fails midway, unless all bytes of the deleted file could still be read.
    const sent = await download.bytes().catch(() => null);
    if (sent) expect(String(sent.length)).toBe(download.headers.get('content-length'));
    const headers = { range: 'bytes=1000-', 'if-range': download.headers.get('etag') ?? '' };
    const rest = await visitor().get(path, headers);
    await rest.body?.cancel();
    expect([rest.status, rest.headers.get('etag') === headers['if-range']]).toEqual([200, false]);
  });
});
