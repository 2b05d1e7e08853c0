import { beginOidc, finishOidc } from '@waybill/contracts';
import { AuthTestApp } from '../testing/auth-test-app.js';
import { ForgingOidcProvider } from '../testing/forging-oidc-provider.js';

type Answer = ReturnType<ForgingOidcProvider['authorize']>;

const redirectUri = 'http://localhost:3000/api/auth/oidc/callback';
const client = { address: '203.0.113.9', userAgent: 'jest', device: null };

describe('single sign-on with a forged answer', () => {
  let provider: ForgingOidcProvider;
  let auth: AuthTestApp;

  beforeAll(async () => {
    provider = await ForgingOidcProvider.start();
    const { issuer, clientId } = provider;
    const oidc = { issuer, clientId, clientSecret: null, name: 'Team', redirectUri };
    auth = await AuthTestApp.start({ oidc, activationRequired: true });
  });
  beforeEach(() => {
    provider.forged = {};
    provider.userInfo = {};
    provider.algorithm = 'RS256';
  });
  afterAll(async () => {
    await auth.close();
    await provider.stop();
  });

  const begin = () => auth.service.bus.request(beginOidc, { address: client.address });
  const finish = (attempt: string, answer: Record<string, string | string[]>) =>
    auth.service.bus.request(finishOidc, { ...client, attempt, sessionToken: null, answer });

  /** @param change replaces parameters of the answer; undefined removes one */
  async function signIn(change: (answer: Answer) => Record<string, unknown> = () => ({})) {
    const { url, attempt } = await begin();
    const answer = provider.authorize(url);
    // JSON leaves out undefined parameters, as an address does.
    const changed = JSON.stringify({ ...answer, ...change(answer) });
    return finish(attempt, JSON.parse(changed) as Record<string, string>);
  }

  it('accepts the answer of the provider, which the following tests change', async () => {
    await expect(signIn()).resolves.toMatchObject({ outcome: 'session' });
  });

  it.each([
    ['is for another client', { aud: 'another-client' }],
    ['is for several clients and was requested by another', { aud: ['waybill', 'other'], azp: 'other' }],
    ['is of another issuer', { iss: 'http://localhost:1' }],
    ['has the nonce of another attempt', { nonce: 'replayed' }],
    ['has no nonce', { nonce: undefined }],
    ['has expired', { exp: 1_000 }],
    ['has no subject', { sub: undefined }],
  ])('refuses an ID token that %s', async (_case, forged) => {
    provider.forged = forged;
    await expect(signIn()).rejects.toMatchObject({ code: 'auth.sso-failed' });
  });

  it('refuses an ID token without a signature', async () => {
    provider.algorithm = 'none';
    await expect(signIn()).rejects.toMatchObject({ code: 'auth.sso-failed' });
  });

  it('refuses details of another person than the ID token names', async () => {
    provider.forged = { email: undefined };
    provider.userInfo = { sub: 'bob', email: 'bob@example.org', email_verified: true };
    await expect(signIn()).rejects.toMatchObject({ code: 'auth.sso-failed' });
  });

  it('takes no address for confirmed whose confirmation is in another answer of the provider', async () => {
    provider.forged = { sub: 'eve', email: undefined };
    provider.userInfo = { sub: 'eve', email: 'victim@example.org' };
    await expect(signIn()).rejects.toMatchObject({ code: 'auth.sso-unverified-email' });
  });

  it.each([
    ['of another provider', () => ({ iss: 'https://evil.example' })],
    ['that names no provider, although this one always does', () => ({ iss: undefined })],
    ['without a state', () => ({ state: undefined })],
    ['with two states', ({ state }: Answer) => ({ state: [state, state] })],
  ])('refuses an answer %s', async (_case, change) => {
    await expect(signIn(change)).rejects.toMatchObject({ code: 'auth.sso-failed' });
  });

  it('refuses a code of another attempt, whose PKCE verifier differs', async () => {
    const [victim, attacker] = [await begin(), await begin()];
    const { state, iss } = provider.authorize(victim.url);
    const { code } = provider.authorize(attacker.url);
    await expect(finish(victim.attempt, { code, state, iss })).rejects.toMatchObject({
      code: 'auth.sso-failed',
    });
  });
});
