import { checkSession, emailKey } from '@waybill/contracts';
import { AuthTestApp } from '../testing/auth-test-app.js';

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
