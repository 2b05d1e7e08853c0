import { MEBIBYTE } from '@waybill/contracts';
import { PROMOTION } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { binaryFile, failure, ApiClient } from '../support/api-client.js';

describe('concurrent requests', () => {
  let waybill: Instance;
  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
  });
  afterAll(() => waybill.dispose());

  it('deletes a file once for six concurrent requests', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const id = await owner.upload();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => owner.json('DELETE', `/api/files/${id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
    expect(await owner.files()).toEqual([]);
  });

  it('finishes a running download when its file gets a password', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const file = binaryFile(16 * MEBIBYTE);
    const id = await owner.upload(file);
    const visitor = new ApiClient(waybill.url);
    const response = await visitor.get(`/api/files/${id}/download`);
    expect((await owner.settings(id, { password: 'open sesame', originalName: 'new.bin' })).status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(file.bytes)).toBe(true);
    const next = await visitor.get(`/api/files/${id}/download`);
    expect(await failure(next)).toMatchObject({ statusCode: 401, code: 'files.password-required' });
  });

  it('applies concurrent changes of settings one after the other', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const id = await owner.upload();
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
    const answers = await Promise.all(names.map((originalName) => owner.settings(id, { originalName })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(names).toContain((await owner.file(id)).originalName);
  });
});
