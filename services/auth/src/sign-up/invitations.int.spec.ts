import {
  createInvitation,
  invitationCreated,
  passwordResetRequested,
  requestPasswordReset,
  resetPassword,
  DAY_MS,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { AuthTestApp } from '../testing/auth-test-app.js';
import { UnactivatedAccountSweep } from './unactivated-account.sweep.js';

const refused = (code: string) => expect.objectContaining({ code });

describe.each([
  ['with immediate activation', false],
  ['with activation by mail', true],
])('sign-up by invitation %s', (_, activationRequired) => {
  let auth: AuthTestApp;
  beforeAll(async () => {
    auth = await AuthTestApp.start({ signUp: 'invited', activationRequired });
  });
  afterAll(() => auth.close());

  const invite = (email: string) => auth.service.bus.request(createInvitation, { email });

  it('opens an account for the invited address, once', async () => {
    const email = auth.anyEmail();
    const { token } = await invite(email);
    expect(auth.publishedOf(invitationCreated, email)).toEqual([expect.objectContaining({ token })]);
    await auth.signUp({ email: email.toUpperCase(), invitation: token });
    if (activationRequired) await auth.activate(email.toUpperCase());
    expect((await auth.logIn(email)).user.email).toBe(email.toUpperCase());
    await expect(auth.signUp({ email, invitation: token })).rejects.toEqual(
      refused('auth.invalid-invitation'),
    );
  });

  it('refuses another address, no invitation, a replaced one and an expired one', async () => {
    const email = auth.anyEmail();
    const first = await invite(email);
    const { token } = await invite(email);
    const invalid = refused('auth.invalid-invitation');
    await expect(auth.signUp({ email: auth.anyEmail(), invitation: token })).rejects.toEqual(invalid);
    await expect(auth.signUp({ email, invitation: first.token })).rejects.toEqual(invalid);
    await expect(auth.signUp({ email })).rejects.toEqual(refused('auth.invitation-required'));
    auth.clock.advance(14 * DAY_MS);
    await expect(auth.signUp({ email, invitation: token })).rejects.toEqual(invalid);
  });

  it('an invitation is deleted with its address once it has expired', async () => {
    const email = auth.anyEmail();
    await invite(email);
    const kept = () =>
      auth.service.get<DataSource>(DataSource).query('SELECT 1 FROM invitations WHERE email = $1', [email]);
    const sweep = () => auth.service.get<UnactivatedAccountSweep>(UnactivatedAccountSweep).sweep();
    await sweep();
    expect(await kept()).toHaveLength(1);
    auth.clock.advance(14 * DAY_MS);
    await sweep();
    expect(await kept()).toEqual([]);
  });

  it('an invitation is refused for an address that has an activated account, in any spelling', async () => {
    const email = auth.anyEmail();
    const { token } = await invite(email);
    await auth.signUp({ email, invitation: token });
    if (activationRequired) {
      // A pending account can be invited again, because its activation link may not have arrived.
      await expect(invite(email)).resolves.toMatchObject({ email });
      await auth.activate(email);
    }
    await expect(invite(email.toUpperCase())).rejects.toEqual(refused('admin.account-exists'));
  });
});

describe('an invitation of a pending account', () => {
  it('an invitation is used up when a reset link activates its account', async () => {
    const auth = await AuthTestApp.start({ signUp: 'invited', activationRequired: true });
    try {
      const email = auth.anyEmail();
      const { token: invitation } = await auth.service.bus.request(createInvitation, { email });
      await auth.signUp({ email, invitation });
      await auth.service.bus.request(requestPasswordReset, { email, address: '203.0.113.9' });
      const { token } = auth.publishedOf(passwordResetRequested, email)[0]!;
      await auth.service.bus.request(resetPassword, { email, token, password: 'seven kites over gravel' });
      await expect(auth.signUp({ email, invitation })).rejects.toEqual(refused('auth.invalid-invitation'));
    } finally {
      await auth.close();
    }
  });
});

describe('an invitation while sign-up is closed', () => {
  let auth: AuthTestApp;
  beforeAll(async () => {
    auth = await AuthTestApp.start({ signUp: 'closed', adminEmails: ['root@example.org'] });
  });
  afterAll(() => auth.close());

  it('an invitation is refused while sign-up is closed, except to an administrator', async () => {
    const invite = (email: string) => auth.service.bus.request(createInvitation, { email });
    await expect(invite(auth.anyEmail())).rejects.toEqual(refused('auth.sign-up-closed'));
    await expect(invite('Root@example.org')).resolves.toMatchObject({ email: 'Root@example.org' });
  });
});
