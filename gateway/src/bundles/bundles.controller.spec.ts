import { Bus } from '@waybill/bus/client';
import {
  changeBundle,
  checkToken,
  createBundle,
  type RequestContract,
  type TokenScope,
} from '@waybill/contracts';
import { exampleBundle } from '@waybill/contracts/http';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';

/** The auth service, where the scopes of a token are its text, and the files service. */
class Services extends Bus {
  readonly created: unknown[] = [];
  readonly changes: unknown[] = [];

  async request({ name }: RequestContract, input: unknown): Promise<never> {
    if (name === checkToken.name) {
      const scopes = (input as { token: string }).token.split('+') as TokenScope[];
      return { holder: { user: { id: ID, email: 'ada@example.com' }, scopes } } as never;
    }
    if (name === createBundle.name) this.created.push((input as { form: unknown }).form);
    if (name === changeBundle.name) this.changes.push((input as { settings: unknown }).settings);
    return exampleBundle as never;
  }
}

describe('BundlesController', () => {
  let gateway: GatewayUnderTest;
  const services = new Services();
  beforeAll(async () => void (gateway = await startGatewayUnderTest(services)));
  afterAll(() => gateway.close());
  beforeEach(() => services.created.splice(0));

  async function create(form: unknown, token?: string): Promise<{ status: number; code?: string }> {
    const response = await fetch(`${gateway.url}/api/bundles`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(form),
    });
    const { code } = (await response.json()) as { code?: string };
    return { status: response.status, ...(code !== undefined && { code }) };
  }

  it('an access token puts existing files into a new bundle only with the scope manage too', async () => {
    const withFile = { fileIds: [ID] };
    const refused = { status: 403, code: 'auth.outside-scope' };
    expect(await create(withFile, 'upload')).toEqual(refused);
    expect(await create(withFile, 'upload+read')).toEqual(refused);
    expect(await create(withFile, 'manage')).toEqual(refused);
    expect(services.created).toEqual([]);
    expect(await create(withFile, 'upload+manage')).toEqual({ status: 201 });
    expect(await create({ name: 'Empty' }, 'upload')).toEqual({ status: 201 });
    expect(await create({ fileIds: [] }, 'upload')).toEqual({ status: 201 });
    expect(await create(withFile)).toEqual({ status: 201 });
    expect(services.created).toHaveLength(4);
  });

  it('cleans a path that cannot be stored, and refuses such a name', async () => {
    const change = (settings: object) =>
      fetch(`${gateway.url}/api/bundles/${ID}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(settings),
      });
    const paths = ['a\0b.txt', '\ud800.txt', `${'x/'.repeat(4096)}c.txt`];
    const response = await change({ files: paths.map((path) => ({ id: ID, path })) });
    expect(response.status).toBe(200);
    expect(services.changes).toEqual([
      {
        files: ['ab.txt', '\ufffd.txt', `/${'x/'.repeat(2045)}c.txt`].map((path) => ({ id: ID, path })),
      },
    ]);
    for (const refused of [{ name: 'a\0b' }, { files: [{ id: ID, path: 'a', name: 'a\0b' }] }]) {
      expect((await change(refused)).status).toBe(400);
    }
    expect((await change({ files: [null, 'a', { id: ID, path: 1 }] })).status).toBe(400);
  });
});
