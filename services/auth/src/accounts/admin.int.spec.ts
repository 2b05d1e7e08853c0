import {
  addPasskey,
  beginPasskey,
  beginTotp,
  checkSession,
  confirmTotp,
  emailKey,
  getSignInMethods,
  listPasskeys,
  passwordResetRequested,
  requestPasswordReset,
  resetPassword,
} from '@waybill/contracts';
import { Secret, TOTP } from 'otpauth';
import { DataSource } from 'typeorm';
import { AuthTestApp, failureOf, PASSWORD } from '../testing/auth-test-app.js';
import { SoftwareAuthenticator } from '../testing/software-authenticator.js';

describe('role and default plan', () => {
  let auth: AuthTestApp;
  beforeAll(async () => {
    auth = await AuthTestApp.start({ adminEmails: [emailKey('Root@example.org')], defaultPlan: 'pro' });
  });
  afterAll(() => auth.close());

  it('makes accounts of ADMIN_EMAILS administrators, and no others', async () => {
    await auth.signUp({ email: 'root@EXAMPLE.org' });
    const { sessionToken, user } = await auth.logIn('root@example.org');
    expect(user.isAdmin).toBe(true);
    await expect(auth.service.bus.request(checkSession, { sessionToken })).resolves.toMatchObject({
      user: { isAdmin: true },
    });
    const other = await auth.signUpAndLogIn();
    expect(other.user).not.toHaveProperty('isAdmin');
  });

  it('gives every account the default plan', async () => {
    expect((await auth.signUpAndLogIn()).user.subscription).toBe('pro');
  });
});

describe('the role in an installation with a mail server', () => {
  const root = 'root@example.org';
  let auth: AuthTestApp;
  const database = () => auth.service.get<DataSource>(DataSource);
  beforeAll(async () => {
    auth = await AuthTestApp.start({ adminEmails: [root], activationRequired: true });
    await auth.signUp({ email: root });
    await auth.activate(root);
    // As an installation without a mail server opens accounts.
    await database().query('UPDATE accounts SET email_confirmed_at = NULL');
  });
  afterAll(() => auth.close());

  async function turnOnTwoStepLogIn(userId: string, sessionToken: string, password: string) {
    const { bus } = auth.service;
    const { secret } = await bus.request(beginTotp, { userId, sessionToken, form: { password } });
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = app.generate({ timestamp: auth.clock.now().getTime() });
    await bus.request(confirmTotp, { userId, code });
  }

  async function reset(email: string, password: string) {
    const { bus } = auth.service;
    await bus.request(requestPasswordReset, { email, address: '203.0.113.9' });
    const { token } = auth.publishedOf(passwordResetRequested, email).at(-1)!;
    await bus.request(resetPassword, { email, token, password });
  }

  it('makes an account of ADMIN_EMAILS an administrator only once its address is confirmed, and then removes its passkeys, its single sign-on and its two-step log-in', async () => {
    const { bus } = auth.service;
    const { user, sessionToken } = await auth.logIn(root);
    expect(user).not.toHaveProperty('isAdmin');
    const { options } = await bus.request(beginPasskey, { userId: user.id, sessionToken, form: {} });
    const response = new SoftwareAuthenticator('http://localhost:3000').create(options);
    await bus.request(addPasskey, { userId: user.id, form: { name: 'Phone of a stranger', response } });

    await database().query(
      `INSERT INTO oidc_identities (issuer, subject, account_id, connected_at)
       VALUES ('https://id.example.org', 'stranger', $1, now())`,
      [user.id],
    );

    await turnOnTwoStepLogIn(user.id, sessionToken, PASSWORD);

    await reset(root, 'seven kites over gravel');

    expect((await auth.logIn(root, 'seven kites over gravel')).user.isAdmin).toBe(true);
    await expect(bus.request(listPasskeys, { userId: user.id })).resolves.toEqual({ passkeys: [] });
    await expect(bus.request(getSignInMethods, { userId: user.id })).resolves.toMatchObject({
      singleSignOn: null,
    });
  });

  it('keeps two-step log-in when the password of an account with a confirmed address is reset', async () => {
    const { email } = await auth.signUp();
    await auth.activate(email);
    const { user, sessionToken } = await auth.logIn(email);
    await turnOnTwoStepLogIn(user.id, sessionToken, PASSWORD);

    await reset(email, 'seven kites over gravel');

    await expect(failureOf(auth.logIn(email, 'seven kites over gravel'))).resolves.toMatchObject({
      code: 'auth.code-required',
    });
  });
});
