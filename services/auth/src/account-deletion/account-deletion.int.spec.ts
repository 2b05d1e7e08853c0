import { checkSession, deleteAccount, requestPasswordReset, userDeleted } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { AuthTestApp, failureOf, PASSWORD } from '../testing/auth-test-app.js';

describe('account deletion', () => {
  let auth: AuthTestApp;

  beforeAll(async () => {
    auth = await AuthTestApp.start();
  });
  afterAll(() => auth.close());

  const remove = (userId: string, sessionToken: string, password = PASSWORD) =>
    auth.service.bus.request(deleteAccount, { userId, sessionToken, form: { password } });

  it('revokes every session, publishes one event and leaves no row of the account', async () => {
    const { email, user, sessionToken } = await auth.signUpAndLogIn();
    const elsewhere = await auth.logIn(email);
    await auth.service.bus.request(requestPasswordReset, { email, address: email });

    await remove(user.id, sessionToken);

    for (const token of [sessionToken, elsewhere.sessionToken]) {
      expect(await auth.service.bus.request(checkSession, { sessionToken: token })).toEqual({ user: null });
    }
    await expect(auth.logIn(email)).rejects.toMatchObject({ code: 'auth.invalid-credentials' });
    expect(auth.publishedOf(userDeleted, user.id)).toEqual([{ userId: user.id }]);
    const kept = await auth.service.get<DataSource>(DataSource).query(
      `SELECT 1 FROM accounts WHERE id = $1
       UNION ALL SELECT 1 FROM sessions WHERE account_id = $1
       UNION ALL SELECT 1 FROM password_resets WHERE account_id = $1`,
      [user.id],
    );
    expect(kept).toEqual([]);
  });

  it('refuses a wrong password and names its field', async () => {
    const { user, sessionToken } = await auth.signUpAndLogIn();

    const refusal = await failureOf(remove(user.id, sessionToken, 'not the password'));

    expect(refusal?.toBody()).toMatchObject({
      code: 'auth.wrong-current-password',
      errors: [{ field: 'password', message: 'Current password is incorrect' }],
    });
    expect(auth.publishedOf(userDeleted, user.id)).toEqual([]);
  });

  it('refuses to delete the account of another session', async () => {
    const ada = await auth.signUpAndLogIn();
    const bob = await auth.signUpAndLogIn();

    await expect(remove(bob.user.id, ada.sessionToken)).rejects.toMatchObject({ code: 'auth.required' });
  });

  it('limits attempts at the password', async () => {
    const { user, sessionToken } = await auth.signUpAndLogIn();
    for (let guess = 0; guess < 10; guess++) await failureOf(remove(user.id, sessionToken, `guess ${guess}`));

    await expect(remove(user.id, sessionToken)).rejects.toMatchObject({ code: 'auth.too-many-attempts' });
  });

  it('frees the address for a new account immediately', async () => {
    const { email, user, sessionToken } = await auth.signUpAndLogIn();
    await remove(user.id, sessionToken);

    await auth.signUp({ email });

    expect((await auth.logIn(email)).user.id).not.toBe(user.id);
  });
});
