import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { binaryFile, failure, PASSWORD, ApiClient, signUpForm } from '../support/api-client.js';

const MEBIBYTE = 1024 * 1024;

describe('things that happen at once', () => {
  let waybill: Instance;
  beforeAll(async () => {
    waybill = await startInstance({ PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z' });
  });
  afterAll(() => waybill.dispose());

  it('delete a file once, however many ask for it', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const id = await owner.upload();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => owner.json('DELETE', `/api/files/${id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
    expect(await owner.files()).toEqual([]);
  });

  it('let a download that began end, while its file gets a password', async () => {
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

  it('open one account for one address', async () => {
    const forms = Array.from({ length: 4 }, (_, at) => signUpForm({ name: `Ada ${at}` }));
    const email = forms[0]!.email;
    const answers = await Promise.all(
      forms.map((form) => new ApiClient(waybill.url).json('POST', '/api/signup', { ...form, email })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const logIn = async () =>
      (await new ApiClient(waybill.url).json('POST', '/api/login', { email, password: PASSWORD })).json();
    expect(await logIn()).toEqual(await logIn());
  });

  it('leave settings whole, whichever of them comes last', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const id = await owner.upload();
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
    const answers = await Promise.all(names.map((originalName) => owner.settings(id, { originalName })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(names).toContain((await owner.file(id)).originalName);
  });
});
