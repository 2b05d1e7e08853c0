import { randomUUID } from 'node:crypto';
import {
  changePassword,
  checkPasswordReset,
  checkSession,
  checkToken,
  createToken,
  passwordChanged,
  passwordResetRequested,
  requestPasswordReset,
  resetPassword,
  userActivated,
  userRegistered,
  HOUR_MS,
} from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { AuthTestApp, PASSWORD } from '../testing/auth-test-app.js';

const NEW_PASSWORD = 'seven kites over gravel';

describe('passwords', () => {
  let auth: AuthTestApp;

  beforeAll(async () => {
    auth = await AuthTestApp.start();
  });
  afterAll(() => auth.close());

  const isValid = async (sessionToken: string) =>
    (await auth.service.bus.request(checkSession, { sessionToken })).user !== null;

  function change(userId: string, sessionToken: string, from: string, to: string) {
    return auth.service.bus.request(changePassword, {
      userId,
      sessionToken,
      form: { current_password: from, new_password: to },
    });
  }

  function requestReset(email: string) {
    return auth.service.bus.request(requestPasswordReset, { email, address: randomUUID() });
  }

  async function resetToken(email: string) {
    await requestReset(email);
    return auth.publishedOf(passwordResetRequested, email).at(-1)!.token;
  }

  function reset(email: string, token: string, password = NEW_PASSWORD) {
    return auth.service.bus.request(resetPassword, { email, token, password });
  }

  describe('change', () => {
    it('takes effect immediately, revokes every other session, rotates its own token and notifies the owner', async () => {
      const { email, user, sessionToken } = await auth.signUpAndLogIn();
      const elsewhere = await auth.logIn(email);

      const changed = await change(user.id, sessionToken, PASSWORD, NEW_PASSWORD);

      expect(await isValid(sessionToken)).toBe(false);
      expect(await isValid(changed.sessionToken!)).toBe(true);
      expect(await isValid(elsewhere.sessionToken)).toBe(false);
      await expect(auth.logIn(email, PASSWORD)).rejects.toMatchObject({ code: 'auth.invalid-credentials' });
      await expect(auth.logIn(email, NEW_PASSWORD)).resolves.toBeDefined();
      expect(auth.publishedOf(passwordChanged, email)).toEqual([{ userId: user.id, name: user.name, email }]);
    });

    it('refuses a wrong current password and names its field', async () => {
      const { user, sessionToken } = await auth.signUpAndLogIn();

      await expect(change(user.id, sessionToken, 'something else', NEW_PASSWORD)).rejects.toMatchObject({
        code: 'auth.wrong-current-password',
        errors: [{ field: 'current_password', message: 'Current password is incorrect' }],
      });
    });

    it('requires a valid session of the same account', async () => {
      const one = await auth.signUpAndLogIn();
      const other = await auth.signUpAndLogIn();

      await expect(change(one.user.id, other.sessionToken, PASSWORD, NEW_PASSWORD)).rejects.toMatchObject({
        code: 'auth.required',
      });
    });

    it('refuses a common new password', async () => {
      const { user, sessionToken } = await auth.signUpAndLogIn();

      await expect(change(user.id, sessionToken, PASSWORD, 'password1')).rejects.toMatchObject({
        code: 'auth.password-too-common',
        errors: [{ field: 'new_password' }],
      });
    });

    it('limits attempts at the current password of a stolen session', async () => {
      const { user, sessionToken } = await auth.signUpAndLogIn();
      for (let attempt = 0; attempt < 10; attempt++) {
        await expect(change(user.id, sessionToken, 'something else', NEW_PASSWORD)).rejects.toMatchObject({
          code: 'auth.wrong-current-password',
        });
      }

      await expect(change(user.id, sessionToken, PASSWORD, NEW_PASSWORD)).rejects.toMatchObject({
        code: 'auth.too-many-attempts',
      });
    });

    it('invalidates an open reset link', async () => {
      const { email, user, sessionToken } = await auth.signUpAndLogIn();
      const token = await resetToken(email);
      await change(user.id, sessionToken, PASSWORD, NEW_PASSWORD);

      await expect(reset(email, token)).rejects.toMatchObject({ code: 'auth.invalid-reset-link' });
    });
  });

  describe('reset', () => {
    it('replaces the password once per link and revokes every session', async () => {
      const { email, user, sessionToken } = await auth.signUpAndLogIn();
      const token = await resetToken(email);

      await reset(email.toUpperCase(), token);

      expect(await isValid(sessionToken)).toBe(false);
      await expect(auth.logIn(email, NEW_PASSWORD)).resolves.toBeDefined();
      expect(auth.publishedOf(passwordChanged, email)).toEqual([
        { userId: user.id, name: user.name, email, isReset: true },
      ]);
      await expect(reset(email, token)).rejects.toMatchObject({ code: 'auth.invalid-reset-link' });
    });

    it('revokes every access token, because somebody else may have made them', async () => {
      const { email, user } = await auth.signUpAndLogIn();
      const created = await auth.service.bus.request(createToken, {
        userId: user.id,
        form: { name: 'CI', scopes: ['read'] },
      });
      await reset(email, await resetToken(email));
      const { holder } = await auth.service.bus.request(checkToken, { token: created.token });
      expect(holder).toBeNull();
    });

    it('replaces the password once for concurrent uses of a link', async () => {
      const { email } = await auth.signUp();
      const token = await resetToken(email);
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => reset(email, token)));

      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(auth.publishedOf(passwordChanged, email)).toHaveLength(1);
    });

    it('checks a link without using it up', async () => {
      const { email } = await auth.signUp();
      const token = await resetToken(email);
      const checkLink = () => auth.service.bus.request(checkPasswordReset, { token, email });
      await checkLink();
      await checkLink();

      await expect(reset(email, token)).resolves.toHaveProperty('message');
      await expect(checkLink()).rejects.toMatchObject({ code: 'auth.invalid-reset-link' });
    });

    it('refuses a link after one hour', async () => {
      const { email } = await auth.signUp();
      const token = await resetToken(email);
      auth.clock.advance(HOUR_MS);

      await expect(reset(email, token)).rejects.toMatchObject({ code: 'auth.invalid-reset-link' });
    });

    it('accepts only the newest link', async () => {
      const { email } = await auth.signUp();
      const older = await resetToken(email);
      const newer = await resetToken(email);

      await expect(reset(email, older)).rejects.toMatchObject({ code: 'auth.invalid-reset-link' });
      await expect(reset(email, newer)).resolves.toHaveProperty('message');
    });

    it.each([{}, { token: 'x' }, { email: 'ada@example.org' }, { token: 'x', email: 'ada@example.org' }])(
      'refuses the link %j',
      async (link) => {
        await expect(auth.service.bus.request(checkPasswordReset, link)).rejects.toMatchObject({
          code: 'auth.invalid-reset-link',
          status: 400,
        });
      },
    );

    it('refuses the link of another account', async () => {
      const { email } = await auth.signUp();
      const stranger = await auth.signUp();

      await expect(reset(stranger.email, await resetToken(email))).rejects.toMatchObject({
        code: 'auth.invalid-reset-link',
      });
    });

    it('refuses a common password and keeps the link usable', async () => {
      const { email } = await auth.signUp();
      const token = await resetToken(email);

      await expect(reset(email, token, 'password1')).rejects.toMatchObject({
        code: 'auth.password-too-common',
        errors: [{ field: 'password' }],
      });
      await expect(reset(email, token)).resolves.toHaveProperty('message');
    });

    it('responds alike for an unknown address and sends no mail', async () => {
      const { email } = await auth.signUp();
      const unknown = auth.anyEmail();

      expect(await requestReset(unknown)).toEqual(await requestReset(email));
      expect(auth.publishedOf(passwordResetRequested, unknown)).toEqual([]);
    });

    it('responds alike and sends no mail while the account is deleted', async () => {
      const { email } = await auth.signUp();
      const database = auth.service.get<DataSource>(DataSource);
      const deletion = database.createQueryRunner();
      await deletion.startTransaction();
      await deletion.query('DELETE FROM accounts WHERE email = $1', [email]);
      const requested = requestReset(email);
      await eventually(async () => {
        const waiting = await database.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        expect(waiting).toHaveLength(1);
      });
      await deletion.commitTransaction();
      await deletion.release();

      expect(await requested).toEqual(await requestReset(auth.anyEmail()));
      expect(auth.publishedOf(passwordResetRequested, email)).toEqual([]);
    });

    it('limits reset mails to one address', async () => {
      const { email } = await auth.signUp();
      for (let attempt = 0; attempt < 8; attempt++) await requestReset(email);

      expect(auth.publishedOf(passwordResetRequested, email)).toHaveLength(5);
    });

    it('limits the reset mails of one network to a mailbox, whatever the tag in its address', async () => {
      const mailbox = auth.anyEmail();
      const accounts = ['', '+1', '+2', '+3', '+4'].map((tag) => mailbox.replace('@', `${tag}@`));
      const request = (email: string, address: string) =>
        auth.service.bus.request(requestPasswordReset, { email, address });
      for (const email of accounts) await auth.signUp({ email });
      for (const email of accounts.toReversed()) await request(email, '203.0.113.20');
      const mails = () => accounts.map((email) => auth.publishedOf(passwordResetRequested, email).length);
      expect(mails()).toEqual([0, 0, 1, 1, 1]);

      await request(mailbox, '203.0.113.21');
      expect(mails()).toEqual([1, 0, 1, 1, 1]);
    });
  });
});

describe('reset of a pending account', () => {
  let auth: AuthTestApp;

  beforeAll(async () => {
    auth = await AuthTestApp.start({ activationRequired: true });
  });
  afterAll(() => auth.close());

  /** @returns address of an account that was activated by a password reset */
  async function activatedByReset() {
    const { email } = await auth.signUp();
    await auth.service.bus.request(requestPasswordReset, { email, address: 'here' });
    const { token } = auth.publishedOf(passwordResetRequested, email)[0]!;
    await auth.service.bus.request(resetPassword, { email, token, password: NEW_PASSWORD });
    return email;
  }

  it('activates the account, because the link proves access to its mail', async () => {
    const email = await activatedByReset();
    const { userId } = auth.publishedOf(userRegistered, email)[0]!;

    await expect(auth.logIn(email, NEW_PASSWORD)).resolves.toBeDefined();
    expect(auth.publishedOf(userActivated, userId)).toEqual([{ userId, browserId: null }]);
  });

  it('refuses the password of the sign-up as a wrong one, before and after its link is followed', async () => {
    const email = await activatedByReset();
    const wrong = { code: 'auth.invalid-credentials' };

    await expect(auth.logIn(email)).rejects.toMatchObject(wrong);
    await expect(auth.activate(email)).resolves.toHaveProperty('message');
    await expect(auth.logIn(email)).rejects.toMatchObject(wrong);
    await expect(auth.logIn(email, NEW_PASSWORD)).resolves.toBeDefined();
  });
});
