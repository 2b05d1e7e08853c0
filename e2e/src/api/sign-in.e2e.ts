import type { PasskeyOptions, SignInMethods, User } from '@waybill/contracts';
import type { OidcProviderUnderTest } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { ApiClient, failure } from '../support/api-client.js';
import { ConnectedInstance } from '../support/connected-instance.js';
import type { Instance } from '../support/instance.js';

const START = '/api/auth/oidc/start';
const HTML = { accept: 'text/html,application/xhtml+xml' };

describe('sign-in without a password', () => {
  let waybill: ConnectedInstance;
  let provider: OidcProviderUnderTest;
  beforeAll(async () => {
    waybill = await ConnectedInstance.startShared();
    ({ provider } = waybill);
  });
  afterAll(() => waybill.dispose());

  const anyone = () => new ApiClient(waybill.url);
  const person = () => ({
    sub: randomUUID(),
    name: 'Ada Lovelace',
    email: `ada.${randomUUID()}@example.org`,
    email_verified: true,
  });

  it('says that the provider is unavailable: as an error to programs, on the log-in page to browsers', async () => {
    const response = await anyone().get(START);
    expect([response.status, (await failure(response)).code]).toEqual([503, 'auth.sso-unavailable']);
    const page = await anyone().get(START, HTML);
    expect(page.status).toBe(302);
    expect(page.headers.get('location')).toMatch(/^\/login\?message=The%20sign-in%20service/);
    await expect(ApiClient.signedIn(waybill.url)).resolves.toBeDefined();
  });

  it('signs in with OpenID Connect, and moves the files of the browser to the account', async () => {
    const client = anyone();
    const id = await client.upload();
    provider.person = person();
    const begin = async () => {
      const response = await client.get(START, HTML);
      return new URL(response.headers.get('location') ?? '');
    };
    const config = (await (await client.get('/api/config')).json()) as { singleSignOn: unknown };
    expect(config.singleSignOn).toEqual({ name: 'Example ID' });
    provider.allow(`${publicUrlOf(waybill)}/api/auth/oidc/callback`);
    const callback = await provider.visit((await begin()).href);
    const done = await client.get(callback.pathname + callback.search, HTML);
    expect([done.status, done.headers.get('location')]).toEqual([302, '/login']);
    const user = (await (await client.get('/api/user')).json()) as User;
    expect(user).toMatchObject({ name: 'Ada Lovelace', email: provider.person.email });
    expect((await client.files()).map((file) => file.id)).toEqual([id]);
    const methods = (await (await client.get('/api/user/sign-in')).json()) as SignInMethods;
    expect(methods).toMatchObject({ hasPassword: false, singleSignOn: { lastUsedAt: expect.any(String) } });

    const again = await client.get(callback.pathname + callback.search);
    expect([again.status, (await failure(again)).code]).toEqual([400, 'auth.sso-failed']);
    const elsewhere = await anyone().get(callback.pathname + callback.search);
    expect([elsewhere.status, (await failure(elsewhere)).code]).toEqual([400, 'auth.sso-failed']);
    const remove = await client.json('DELETE', '/api/user', { password: 'whatever it is' });
    expect([remove.status, (await failure(remove)).code]).toEqual([409, 'auth.no-password']);
  });

  it('makes challenges for passkeys, and refuses answers to none', async () => {
    const client = await ApiClient.signedIn(waybill.url);
    const options = (await (
      await client.json('POST', '/api/user/passkeys/options', {})
    ).json()) as PasskeyOptions;
    expect(options).toMatchObject({
      rp: { name: 'Waybill' },
      authenticatorSelection: { residentKey: 'required' },
    });
    const response = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: Buffer.from('{}').toString('base64url') },
    };
    const added = await client.json('POST', '/api/user/passkeys', { name: 'x', response });
    expect([added.status, (await failure(added)).code]).toEqual([400, 'auth.passkey-refused']);
    const entered = await anyone().json('POST', '/api/login/passkey', { response });
    expect([entered.status, (await failure(entered)).code]).toEqual([401, 'auth.invalid-passkey']);
    const unknown = await client.json('PUT', `/api/user/passkeys/${randomUUID()}`, { name: 'x' });
    expect([unknown.status, (await failure(unknown)).code]).toEqual([404, 'auth.passkey-not-found']);
    expect(await (await client.get('/api/user/passkeys')).json()).toEqual([]);
  });

  it('names the scheme in the refusal of an unknown access token', async () => {
    const response = await new ApiClient(waybill.url, { authorization: 'Bearer wb_unknown' }).get(
      '/api/files',
    );
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });
});

/** PUBLIC_URL of a standalone instance is its default. */
function publicUrlOf({ url }: Instance): string {
  return process.env['WAYBILL_PROFILE'] === 'cluster' ? url : url.replace('127.0.0.1', 'localhost');
}
