import { randomUUID } from 'node:crypto';
import {
  changePassword,
  checkPasswordReset,
  checkSession,
  passwordChanged,
  passwordResetRequested,
  requestPasswordReset,
  resetPassword,
  userActivated,
  userRegistered,
} from '@waybill/contracts';
import { AuthUnderTest, PASSWORD } from '../testing/auth-under-test.js';

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'seven kites over gravel';

describe('passwords', () => {
  let auth: AuthUnderTest;

  beforeAll(async () => {
    auth = await AuthUnderTest.start();
  });
  afterAll(() => auth.close());

  const isLive = async (sessionToken: string) =>
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
    return auth.told(passwordResetRequested, email).at(-1)!.token;
  }

  function reset(email: string, token: string, password = NEW_PASSWORD) {
    return auth.service.bus.request(resetPassword, { email, token, password });
  }

  describe('that are changed', () => {
    it('take effect at once, end every other session and are told to their owner', async () => {
      const { email, user, sessionToken } = await auth.signUpAndLogIn();
      const elsewhere = await auth.logIn(email);

      await change(user.id, sessionToken, PASSWORD, NEW_PASSWORD);

      expect(await isLive(sessionToken)).toBe(true);
      expect(await isLive(elsewhere.sessionToken)).toBe(false);
      await expect(auth.logIn(email, PASSWORD)).rejects.toMatchObject({ code: 'auth.invalid-credentials' });
      await expect(auth.logIn(email, NEW_PASSWORD)).resolves.toBeDefined();
      expect(auth.told(passwordChanged, email)).toHaveLength(1);
    });

    it('need the current one', async () => {
      const { user, sessionToken } = await auth.signUpAndLogIn();

      await expect(change(user.id, sessionToken, 'something else', NEW_PASSWORD)).rejects.toMatchObject({
        code: 'auth.wrong-current-password',
        errors: [{ field: 'current_password', message: 'Current password is incorrect' }],
      });
    });

    it('need a live session of that very account', async () => {
      const one = await auth.signUpAndLogIn();
      const other = await auth.signUpAndLogIn();

      await expect(change(one.user.id, other.sessionToken, PASSWORD, NEW_PASSWORD)).rejects.toMatchObject({
        code: 'auth.required',
      });
    });

    it('may not be common ones', async () => {
      const { user, sessionToken } = await auth.signUpAndLogIn();

      await expect(change(user.id, sessionToken, PASSWORD, 'password1')).rejects.toMatchObject({
        code: 'auth.password-too-common',
        errors: [{ field: 'new_password' }],
      });
    });

    it('cannot be guessed through a stolen session', async () => {
      const { user, sessionToken } = await auth.signUpAndLogIn();
      for (let time = 0; time < 10; time++) {
        await expect(change(user.id, sessionToken, 'something else', NEW_PASSWORD)).rejects.toMatchObject({
          code: 'auth.wrong-current-password',
        });
      }

      await expect(change(user.id, sessionToken, PASSWORD, NEW_PASSWORD)).rejects.toMatchObject({
        code: 'auth.too-many-attempts',
      });
    });

    it('void a reset link that is under way', async () => {
      const { email, user, sessionToken } = await auth.signUpAndLogIn();
      const token = await resetToken(email);
      await change(user.id, sessionToken, PASSWORD, NEW_PASSWORD);

      await expect(reset(email, token)).rejects.toMatchObject({ code: 'auth.invalid-reset-link' });
    });
  });

  describe('that are forgotten', () => {
    it('are replaced by a link that works once, and every session ends', async () => {
      const { email, sessionToken } = await auth.signUpAndLogIn();
      const token = await resetToken(email);

      await reset(email.toUpperCase(), token);

      expect(await isLive(sessionToken)).toBe(false);
      await expect(auth.logIn(email, NEW_PASSWORD)).resolves.toBeDefined();
      expect(auth.told(passwordChanged, email)).toHaveLength(1);
      await expect(reset(email, token)).rejects.toMatchObject({ code: 'auth.invalid-reset-link' });
    });

    it('are replaced once by links followed side by side', async () => {
      const { email } = await auth.signUp();
      const token = await resetToken(email);
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => reset(email, token)));

      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(auth.told(passwordChanged, email)).toHaveLength(1);
    });

    it('have a link that can be looked at without being spent', async () => {
      const { email } = await auth.signUp();
      const token = await resetToken(email);
      const look = () => auth.service.bus.request(checkPasswordReset, { token, email });
      await look();
      await look();

      await expect(reset(email, token)).resolves.toHaveProperty('message');
      await expect(look()).rejects.toMatchObject({ code: 'auth.invalid-reset-link' });
    });

    it('have a link that lives one hour', async () => {
      const { email } = await auth.signUp();
      const token = await resetToken(email);
      auth.clock.advance(HOUR_MS);

      await expect(reset(email, token)).rejects.toMatchObject({ code: 'auth.invalid-reset-link' });
    });

    it('have one link at a time: the newest', async () => {
      const { email } = await auth.signUp();
      const older = await resetToken(email);
      const newer = await resetToken(email);

      await expect(reset(email, older)).rejects.toMatchObject({ code: 'auth.invalid-reset-link' });
      await expect(reset(email, newer)).resolves.toHaveProperty('message');
    });

    it.each([{}, { token: 'x' }, { email: 'ada@example.org' }, { token: 'x', email: 'ada@example.org' }])(
      'have no link like %j',
      async (link) => {
        await expect(auth.service.bus.request(checkPasswordReset, link)).rejects.toMatchObject({
          code: 'auth.invalid-reset-link',
          status: 400,
        });
      },
    );

    it('have a link for their own account only', async () => {
      const { email } = await auth.signUp();
      const stranger = await auth.signUp();

      await expect(reset(stranger.email, await resetToken(email))).rejects.toMatchObject({
        code: 'auth.invalid-reset-link',
      });
    });

    it('may not become common ones, and the link is kept for another try', async () => {
      const { email } = await auth.signUp();
      const token = await resetToken(email);

      await expect(reset(email, token, 'password1')).rejects.toMatchObject({
        code: 'auth.password-too-common',
        errors: [{ field: 'password' }],
      });
      await expect(reset(email, token)).resolves.toHaveProperty('message');
    });

    it('get the same answer for an address without an account, and no mail', async () => {
      const { email } = await auth.signUp();
      const unknown = auth.anyEmail();

      expect(await requestReset(unknown)).toEqual(await requestReset(email));
      expect(auth.told(passwordResetRequested, unknown)).toEqual([]);
    });

    it('cause only a few mails an hour', async () => {
      const { email } = await auth.signUp();
      for (let time = 0; time < 8; time++) await requestReset(email);

      expect(auth.told(passwordResetRequested, email)).toHaveLength(5);
    });
  });
});

describe('a reset link of an account that was never activated', () => {
  it('activates it, since its mail was read', async () => {
    const auth = await AuthUnderTest.start({ activationRequired: true });
    try {
      const { email } = await auth.signUp();
      const { userId } = auth.told(userRegistered, email)[0]!;
      await auth.service.bus.request(requestPasswordReset, { email, address: 'here' });
      const { token } = auth.told(passwordResetRequested, email)[0]!;
      await auth.service.bus.request(resetPassword, { email, token, password: NEW_PASSWORD });

      await expect(auth.logIn(email, NEW_PASSWORD)).resolves.toBeDefined();
      expect(auth.told(userActivated, userId)).toEqual([{ userId, browserId: null }]);
    } finally {
      await auth.close();
    }
  });
});
