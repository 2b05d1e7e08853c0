import { randomUUID } from 'node:crypto';
import {
  addPasskey,
  beginOidc,
  beginPasskey,
  beginPasskeyLogIn,
  beginTotp,
  confirmTotp,
  finishOidc,
  finishOidcWithCode,
  logInWithPasskey,
  logOut,
  passwordResetRequested,
  requestPasswordReset,
  resetPassword,
} from '@waybill/contracts';
import { eventually, OidcProviderUnderTest } from '@waybill/testing';
import { Secret, TOTP } from 'otpauth';
import { DataSource } from 'typeorm';
import { AuthTestApp, failureOf, PASSWORD } from '../testing/auth-test-app.js';
import { SoftwareAuthenticator } from '../testing/software-authenticator.js';
import { OidcAccountService } from './oidc-account.service.js';

const origin = 'http://localhost:3000';
const redirectUri = `${origin}/api/auth/oidc/callback`;
type Query = readonly [sql: string, parameters: unknown[]];

const client = { address: '203.0.113.9', userAgent: 'jest', device: null };

describe('an account that changes during a sign-in', () => {
  let provider: OidcProviderUnderTest;
  let auth: AuthTestApp;
  const bus = () => auth.service.bus;
  const database = () => auth.service.get<DataSource>(DataSource);
  const identity = () => ({ issuer: provider.issuer, subject: randomUUID(), email: null, name: null });

  beforeAll(async () => {
    provider = await OidcProviderUnderTest.start(redirectUri);
    const { issuer, clientId, clientSecret } = provider;
    const oidc = { issuer, clientId, clientSecret, name: 'Team', redirectUri };
    auth = await AuthTestApp.start({ oidc, activationRequired: true });
  });
  afterAll(async () => {
    await auth.close();
    await provider.stop();
  });

  async function person() {
    const { email } = await auth.signUp();
    await auth.activate(email);
    const { user, sessionToken } = await auth.logIn(email);
    return { email, user, sessionToken, session: { userId: user.id, sessionToken } };
  }

  async function reset(email: string): Promise<void> {
    await bus().request(requestPasswordReset, { email, address: client.address });
    const { token } = auth.publishedOf(passwordResetRequested, email).at(-1)!;
    await bus().request(resetPassword, { email, token, password: 'seven kites over gravel' });
  }

  /**
   * Runs a transaction that ends once the attempt waits for its lock.
   * @returns the refusal of the attempt
   */
  async function refusalDuring(lock: Query, change: Query | null, attempt: () => Promise<unknown>) {
    const other = database().createQueryRunner();
    await other.startTransaction();
    await other.query(...lock);
    const refusal = failureOf(attempt());
    await eventually(async () => {
      const waiting = await database().query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(waiting).toHaveLength(1);
    });
    if (change) await other.query(...change);
    await other.commitTransaction();
    await other.release();
    return refusal;
  }

  it('opens no session for the code of an identity that a reset of the password has disconnected', async () => {
    const { email, session } = await person();
    provider.person = { sub: randomUUID(), email, email_verified: true };
    const signIn = async () => {
      const { url, attempt } = await bus().request(beginOidc, { address: client.address });
      const answer = Object.fromEntries((await provider.visit(url)).searchParams);
      return bus().request(finishOidc, { ...client, attempt, sessionToken: null, answer });
    };
    await signIn();
    const { secret } = await bus().request(beginTotp, { ...session, form: { password: PASSWORD } });
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    await bus().request(confirmTotp, {
      userId: session.userId,
      code: app.generate({ timestamp: auth.clock.now().getTime() }),
    });
    // As a stranger opened the account before a mail server was set.
    await database().query('UPDATE accounts SET email_confirmed_at = NULL WHERE email = $1', [email]);
    const outcome = await signIn();
    if (outcome.outcome !== 'code') throw new Error(outcome.outcome);

    await reset(email);

    await expect(
      bus().request(finishOidcWithCode, { ...client, attempt: outcome.attempt, code: '000000' }),
    ).rejects.toMatchObject({ code: 'auth.sso-failed' });
  });

  it('opens no session for a passkey that a reset of the password removes', async () => {
    const { user, session } = await person();
    const device = new SoftwareAuthenticator(origin);
    const { options } = await bus().request(beginPasskey, { ...session, form: {} });
    const form = { name: 'Phone', response: device.create(options) };
    await bus().request(addPasskey, { ...session, form });
    const challenge = (await bus().request(beginPasskeyLogIn, { address: client.address })).options;

    // The attempt records the use of the passkey before it waits for the account.
    const refusal = await refusalDuring(
      ['SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [user.id]],
      ['DELETE FROM passkeys WHERE account_id = $1', [user.id]],
      () => bus().request(logInWithPasskey, { ...client, form: { response: device.get(challenge) } }),
    );

    expect(refusal).toMatchObject({ code: 'auth.invalid-passkey' });
  });

  it('connects no identity for a session that has ended', async () => {
    const { user, sessionToken } = await person();
    await bus().request(logOut, { sessionToken });

    await expect(
      auth.service.get(OidcAccountService).connectWith(user.id, sessionToken, identity()),
    ).rejects.toMatchObject({ code: 'auth.sso-failed' });
  });

  it('fails as a sign-in when a sign-up with the same address is first', async () => {
    const email = auth.anyEmail();
    const refusal = await refusalDuring(
      [
        `INSERT INTO accounts (id, name, email, email_key, password_hash, created_at)
         VALUES ($1, 'Ada', $2, $2, 'x', now())`,
        [randomUUID(), email],
      ],
      null,
      () => auth.service.get(OidcAccountService).accountOf({ ...identity(), email }, client.address),
    );

    expect(refusal).toMatchObject({ code: 'auth.sso-failed' });
  });
});
