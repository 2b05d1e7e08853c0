import type { FileView, OutputOf, TokenView } from '@waybill/contracts';
import type { createToken } from '@waybill/contracts';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { ApiClient, failure } from '../support/api-client.js';

type Created = OutputOf<typeof createToken>;

describe('access tokens', () => {
  let waybill: Instance;
  let owner: ApiClient;
  beforeAll(async () => {
    waybill = await startInstance(FREE);
    owner = await ApiClient.signedIn(waybill.url);
  });
  afterAll(() => waybill.dispose());

  async function create(...scopes: string[]): Promise<Created> {
    const response = await owner.json('POST', '/api/tokens', { name: 'CI', scopes });
    expect(response.status).toBe(201);
    return (await response.json()) as Created;
  }

  /** A program of another site: it has the token, no cookies, and an origin of its own. */
  const program = (token: string) =>
    new ApiClient(waybill.url, { authorization: `Bearer ${token}`, origin: 'https://elsewhere.example' });

  it('access tokens work without cookies and from any origin, on the calls of their scope only', async () => {
    const [upload, read, manage] = await Promise.all(
      ['upload', 'read', 'manage'].map(async (scope) => program((await create(scope)).token)),
    );
    const id = await upload!.upload();
    expect((await read!.files()).map((file: FileView) => file.id)).toEqual([id]);
    expect((await manage!.settings(id, { originalName: 'By a program.txt' })).status).toBe(200);
    const outside = await Promise.all([
      upload!.get('/api/files'),
      upload!.settings(id, {}),
      upload!.json('POST', '/api/bundles', { fileIds: [id] }),
      read!.json('DELETE', `/api/files/${id}`),
      read!.send({ name: 'a.txt', bytes: new Uint8Array([1]) }),
      manage!.get('/api/user'),
    ]);
    for (const response of outside) {
      expect([response.status, (await failure(response)).code]).toEqual([403, 'auth.outside-scope']);
    }
    expect((await manage!.json('DELETE', `/api/files/${id}`)).status).toBe(204);
  });

  it('a token without the scope of a public call is answered as the public is', async () => {
    const id = await owner.upload();
    const isOwner = async (client: ApiClient) => (await client.file(id)).isOwner;
    expect(await isOwner(program((await create('read')).token))).toBe(true);
    expect(await isOwner(program((await create('upload')).token))).toBe(false);
    await owner.json('DELETE', `/api/files/${id}`);
  });

  it('access tokens cover neither passwords nor sessions nor tokens', async () => {
    const { token, id } = await create('upload', 'read', 'manage');
    const calls: [string, string, unknown?][] = [
      ['PUT', '/api/user/password', { current_password: 'x', new_password: 'a long one to keep' }],
      ['GET', '/api/user/sessions'],
      ['DELETE', '/api/user/sessions'],
      ['DELETE', '/api/user', { password: 'x' }],
      ['GET', '/api/tokens'],
      ['POST', '/api/tokens', { name: 'More', scopes: ['manage'] }],
      ['DELETE', `/api/tokens/${id}`],
    ];
    for (const [method, path, body] of calls)
      expect([path, (await program(token).json(method, path, body)).status]).toEqual([path, 403]);
  });

  it('an access token is listed with its last use, and refused from the answer to DELETE on', async () => {
    const { token, id } = await create('read');
    expect((await program(token).get('/api/user')).status).toBe(200);
    const list = (await (await owner.get('/api/tokens')).json()) as TokenView[];
    const listed = list.find((one) => one.id === id);
    expect(listed).toMatchObject({ name: 'CI', scopes: ['read'], lastUsedAt: expect.any(String) });
    expect(JSON.stringify(list)).not.toContain(token);
    expect((await owner.json('DELETE', `/api/tokens/${id}`)).status).toBe(204);
    const refused = await program(token).get('/api/user');
    expect([refused.status, (await failure(refused)).code]).toEqual([401, 'auth.invalid-token']);
    expect((await owner.json('DELETE', `/api/tokens/${id}`)).status).toBe(404);
  });

  it.each([
    [{ name: 'CI', scopes: [] }, 'scopes'],
    [{ name: 'CI', scopes: ['admin'] }, 'scopes.0'],
    [{ name: '', scopes: ['read'] }, 'name'],
    [{ name: 'CI', scopes: ['read'], expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ name: 'CI', scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ])('access tokens refuse %j', async (form, field) => {
    const response = await owner.json('POST', '/api/tokens', form);
    expect(response.status).toBe(400);
    expect((await failure(response)).errors?.map((error) => error.field)).toContain(field);
  });

  it('access tokens need an account', async () => {
    const response = await new ApiClient(waybill.url).get('/api/tokens');
    expect([response.status, (await failure(response)).code]).toEqual([401, 'auth.required']);
  });
});
