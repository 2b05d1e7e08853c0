import { randomUUID } from 'node:crypto';
import {
  beginOidc,
  beginTotp,
  checkSession,
  confirmTotp,
  connectOidc,
  createInvitation,
  disconnectOidc,
  finishOidc,
  finishOidcWithCode,
  getSignInMethods,
  type OutputOf,
  setFirstPassword,
  signInMethodAdded,
  suspendPerson,
  userActivated,
} from '@waybill/contracts';
import { OidcProviderUnderTest, type ProviderPerson } from '@waybill/testing';
import { Secret, TOTP } from 'otpauth';
import type { AuthModuleOptions } from '../auth.module-options.js';
import { AuthTestApp, failureOf, PASSWORD } from '../testing/auth-test-app.js';
import { OidcAccountService } from './oidc-account.service.js';

const redirectUri = 'http://localhost:3000/api/auth/oidc/callback';

describe('single sign-on', () => {
  let provider: OidcProviderUnderTest;
  let auth: AuthTestApp;
  const client = { address: '203.0.113.9', userAgent: 'jest', device: null };

  beforeAll(async () => {
    provider = await OidcProviderUnderTest.start(redirectUri);
    auth = await start({ activationRequired: true });
  });
  afterAll(async () => {
    await auth.close();
    await provider.stop();
  });

  function start(options: Partial<AuthModuleOptions> = {}) {
    const { issuer, clientId, clientSecret } = provider;
    const oidc = { issuer, clientId, clientSecret, name: 'Team', redirectUri };
    return AuthTestApp.start({ oidc, ...options });
  }

  const person = (values: Partial<ProviderPerson> = {}): ProviderPerson => ({
    sub: randomUUID(),
    name: 'Ada Lovelace',
    email: auth.anyEmail(),
    email_verified: true,
    ...values,
  });

  /** Visits the provider as `who`. */
  async function answerOf(url: string, who: ProviderPerson | null) {
    provider.person = who;
    return Object.fromEntries((await provider.visit(url)).searchParams);
  }

  async function signIn(
    who: ProviderPerson | null,
    { service } = auth,
  ): Promise<OutputOf<typeof finishOidc>> {
    const { url, attempt } = await service.bus.request(beginOidc, { address: client.address });
    const answer = await answerOf(url, who);
    return service.bus.request(finishOidc, { ...client, attempt, sessionToken: null, answer });
  }

  async function sessionOf(who: ProviderPerson, app = auth) {
    const outcome = await signIn(who, app);
    if (outcome.outcome !== 'session') throw new Error(outcome.outcome);
    return outcome;
  }

  /** Names of the security events of an account that have the network of its client. */
  const eventsOf = (accountId: string) =>
    auth.logLines
      .filter((line) => line.accountId === accountId && typeof line.network === 'string')
      .map(({ securityEvent }) => securityEvent);

  /** An activated account with a confirmed address. */
  async function accountWithPassword(email = auth.anyEmail()) {
    await auth.signUp({ email });
    await auth.activate(email);
    return { email, ...(await auth.logIn(email)) };
  }

  it('opens an account with the confirmed address of the provider, and finds it again by its subject', async () => {
    const ada = person();
    const first = await sessionOf(ada);
    expect(first.user).toMatchObject({ name: 'Ada Lovelace', email: ada.email });
    expect(eventsOf(first.user.id)).toEqual(['account.sign-up', 'log-in.succeeded']);
    await expect(
      auth.service.bus.request(checkSession, { sessionToken: first.sessionToken }),
    ).resolves.toMatchObject({ user: { id: first.user.id } });
    const renamed = await sessionOf({ ...ada, email: auth.anyEmail() });
    expect(renamed.user).toMatchObject({ id: first.user.id, email: ada.email });
  });

  it('refuses an address that the provider has not confirmed', async () => {
    await expect(signIn(person({ email_verified: false }))).rejects.toMatchObject({
      code: 'auth.sso-unverified-email',
    });
    await expect(signIn({ sub: randomUUID(), name: 'Ada' })).rejects.toMatchObject({
      code: 'auth.sso-unverified-email',
    });
  });

  it('refuses a look-alike of the address of an account', async () => {
    const { email } = await accountWithPassword();
    await expect(signIn(person({ email: email.replace('ada', '\uff41da') }))).rejects.toMatchObject({
      code: 'auth.sso-unverified-email',
    });
  });

  it('connects an account whose address was confirmed by mail, and notifies its owner', async () => {
    const { email, user } = await accountWithPassword();
    const session = await sessionOf(person({ email: email.toUpperCase() }));
    expect(session.user.id).toBe(user.id);
    expect(eventsOf(user.id).slice(-2)).toEqual(['single-sign-on.connected', 'log-in.succeeded']);
    expect(auth.publishedOf(signInMethodAdded, user.id)).toMatchObject([
      { method: 'single-sign-on', label: 'Team' },
    ]);
    await expect(auth.logIn(email)).resolves.toMatchObject({ user: { id: user.id } });
  });

  it('takes over a pending account without the passwords, names and files of its sign-ups', async () => {
    const email = auth.anyEmail();
    await auth.signUp({ email, name: 'Mallory' }, { browserId: randomUUID() });
    const { user } = await sessionOf(person({ email }));
    expect(user.name).toBe('Ada Lovelace');
    expect(eventsOf(user.id)).toEqual(['account.sign-up', 'account.activated', 'log-in.succeeded']);
    expect(auth.publishedOf(userActivated, user.id)).toEqual([{ userId: user.id, browserId: null }]);
    await failureOf(auth.activate(email));
    await expect(auth.logIn(email, PASSWORD)).rejects.toMatchObject({ code: 'auth.invalid-credentials' });
  });

  it('does not connect an account whose address nobody has confirmed', async () => {
    const withoutMail = await start({ activationRequired: false });
    try {
      const { email } = await withoutMail.signUpAndLogIn();
      await expect(signIn(person({ email }), withoutMail)).rejects.toMatchObject({
        code: 'auth.sso-account-exists',
      });
    } finally {
      await withoutMail.close();
    }
  });

  it('keeps to the sign-up mode, the domains, invitations and the addresses of administrators', async () => {
    const invitedOnly = await start({ signUp: 'invited', adminEmails: ['root@example.org'] });
    const domain = await start({ signUpDomains: ['example.com'] });
    try {
      const guest = person();
      await expect(signIn(guest, invitedOnly)).rejects.toMatchObject({ code: 'auth.invitation-required' });
      await invitedOnly.service.bus.request(createInvitation, { email: guest.email! });
      await expect(signIn(guest, invitedOnly)).resolves.toMatchObject({ outcome: 'session' });
      await expect(signIn(person({ email: 'root@example.org' }), invitedOnly)).resolves.toMatchObject({
        user: { isAdmin: true },
      });
      await expect(signIn(person(), domain)).rejects.toMatchObject({ code: 'auth.sign-up-domain' });
    } finally {
      await invitedOnly.close();
      await domain.close();
    }
  });

  it('takes an answer once, in the browser that began, with the state of that attempt', async () => {
    const { url, attempt } = await auth.service.bus.request(beginOidc, { address: client.address });
    const answer = await answerOf(url, person());
    const finish = (changes: object) =>
      auth.service.bus.request(finishOidc, { ...client, attempt, sessionToken: null, answer, ...changes });
    await expect(finish({ attempt: null })).rejects.toMatchObject({ code: 'auth.sso-failed' });
    await expect(finish({ attempt: 'x'.repeat(43) })).rejects.toMatchObject({ code: 'auth.sso-failed' });
    await expect(finish({ answer: { ...answer, state: 'other' } })).rejects.toMatchObject({
      code: 'auth.sso-failed',
    });
    const outcomes = await Promise.allSettled([finish({}), finish({})]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('expires an attempt after ten minutes', async () => {
    const { url, attempt } = await auth.service.bus.request(beginOidc, { address: client.address });
    const answer = await answerOf(url, person());
    auth.clock.advance(10 * 60_000);
    await expect(
      auth.service.bus.request(finishOidc, { ...client, attempt, sessionToken: null, answer }),
    ).rejects.toMatchObject({ code: 'auth.sso-failed' });
  });

  it('says that the provider refused', async () => {
    await expect(signIn(null)).rejects.toMatchObject({ code: 'auth.sso-refused', status: 403 });
  });

  it('refuses a suspended account', async () => {
    const ada = person();
    const { user } = await sessionOf(ada);
    await auth.service.bus.request(suspendPerson, { userId: user.id, suspended: true });
    await expect(signIn(ada)).rejects.toMatchObject({ code: 'auth.suspended' });
  });

  it('asks an account with two-step log-in for its code, and never accepts a wrong one', async () => {
    const { email, user, sessionToken } = await accountWithPassword();
    const session = { userId: user.id, sessionToken };
    const { bus } = auth.service;
    const { secret } = await bus.request(beginTotp, { ...session, form: { password: PASSWORD } });
    const codeNow = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: auth.clock.now().getTime() });
    await bus.request(confirmTotp, { userId: user.id, code: codeNow() });
    const outcome = await signIn(person({ email }));
    if (outcome.outcome !== 'code') throw new Error(outcome.outcome);
    const finish = (code: string) =>
      bus.request(finishOidcWithCode, { ...client, attempt: outcome.attempt, code });
    await expect(finish('000000')).rejects.toMatchObject({ code: 'auth.incorrect-code' });
    auth.clock.advance(30_000);
    const code = codeNow();
    await expect(finish(code)).resolves.toMatchObject({ user: { id: user.id } });
    await expect(finish(code)).rejects.toMatchObject({ code: 'auth.sso-failed' });
  });

  it('connects and disconnects an identity on the security tab', async () => {
    const { user, sessionToken } = await accountWithPassword();
    const ids = { userId: user.id, sessionToken };
    const ada = person();
    const connect = async (who: ProviderPerson) => {
      const { url, attempt } = await auth.service.bus.request(connectOidc, {
        ...ids,
        form: { password: PASSWORD },
      });
      const answer = await answerOf(url, who);
      return auth.service.bus.request(finishOidc, { ...client, attempt, sessionToken, answer });
    };
    await expect(connect(ada)).resolves.toEqual({ outcome: 'connected' });
    expect((await sessionOf(ada)).user.id).toBe(user.id);
    const other = person();
    await sessionOf(other);
    await expect(connect(other)).rejects.toMatchObject({ code: 'auth.sso-taken' });
    await auth.service.bus.request(disconnectOidc, { userId: user.id });
    await expect(auth.service.bus.request(getSignInMethods, { userId: user.id })).resolves.toEqual({
      hasPassword: true,
      singleSignOn: null,
    });
  });

  it('refuses to connect an identity with an account that was deleted meanwhile', async () => {
    const identity = { issuer: provider.issuer, subject: randomUUID(), email: null, name: null };
    await expect(
      auth.service.get(OidcAccountService).connectWith(randomUUID(), 'any', identity),
    ).rejects.toMatchObject({ code: 'auth.sso-failed' });
  });

  it('lets an account without a password set one after a recent log-in, and disconnect only then', async () => {
    const ada = person();
    const { user, sessionToken } = await sessionOf(ada);
    const request = { userId: user.id, sessionToken, form: { new_password: PASSWORD } };
    await expect(auth.service.bus.request(disconnectOidc, { userId: user.id })).rejects.toMatchObject({
      code: 'auth.password-needed',
    });
    auth.clock.advance(16 * 60_000);
    await expect(auth.service.bus.request(setFirstPassword, request)).rejects.toMatchObject({
      code: 'auth.recent-log-in-required',
    });
    const again = await sessionOf(ada);
    await auth.service.bus.request(setFirstPassword, { ...request, sessionToken: again.sessionToken });
    await expect(auth.logIn(ada.email!)).resolves.toMatchObject({ user: { id: user.id } });
    await auth.service.bus.request(disconnectOidc, { userId: user.id });
  });

  it('says that the provider is unavailable, and starts without it', async () => {
    const closed = await OidcProviderUnderTest.start(redirectUri);
    await closed.stop();
    const { issuer, clientId, clientSecret } = closed;
    const alone = await AuthTestApp.start({
      oidc: { issuer, clientId, clientSecret, name: 'Team', redirectUri },
    });
    try {
      await expect(alone.service.bus.request(beginOidc, { address: client.address })).rejects.toMatchObject({
        code: 'auth.sso-unavailable',
        status: 503,
      });
      await expect(alone.signUpAndLogIn()).resolves.toBeDefined();
    } finally {
      await alone.close();
    }
  });

  it('does not exist where no provider is set', async () => {
    const none = await AuthTestApp.start();
    try {
      await expect(none.service.bus.request(beginOidc, { address: client.address })).rejects.toMatchObject({
        code: 'request.not-found',
      });
    } finally {
      await none.close();
    }
  });
});
