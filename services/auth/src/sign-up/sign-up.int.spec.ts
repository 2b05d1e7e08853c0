import { randomUUID } from 'node:crypto';
import {
  changePassword,
  signUpRepeated,
  updateProfile,
  userActivated,
  userRegistered,
  verifyEmail,
  HOUR_MS,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { AuthTestApp, failureOf, PASSWORD } from '../testing/auth-test-app.js';

describe('sign-up with activation', () => {
  let auth: AuthTestApp;

  beforeAll(async () => {
    auth = await AuthTestApp.start({ activationRequired: true });
  });
  afterAll(() => auth.close());

  it('mails a link and refuses log-in until it is followed', async () => {
    const { email } = await auth.signUp();

    expect(auth.publishedOf(userRegistered, email)[0]?.activationToken).toMatch(/^[\w-]{43}$/);
    await expect(auth.logIn(email)).rejects.toMatchObject({ code: 'auth.not-activated', status: 403 });

    await auth.activate(email);
    expect((await auth.logIn(email)).user).toMatchObject({ email, name: 'Ada', subscription: 'free' });
  });

  it('reveals a pending activation only with the right password', async () => {
    const { email } = await auth.signUp();

    await expect(auth.logIn(email, 'something else')).rejects.toMatchObject({
      code: 'auth.invalid-credentials',
    });
  });

  it('stores only the hash of the activation token', async () => {
    const { email } = await auth.signUp();
    const token = auth.publishedOf(userRegistered, email)[0]!.activationToken!;

    const rows = await auth.service
      .get<DataSource>(DataSource)
      .query("SELECT encode(token_hash, 'hex') AS hash FROM activations");
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'));
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it('publishes the activation once, with the browser of the sign-up', async () => {
    const browserId = randomUUID();
    const { email } = await auth.signUp({}, { browserId });
    const { userId } = auth.publishedOf(userRegistered, email)[0]!;
    expect(auth.publishedOf(userActivated, userId)).toEqual([]);

    await Promise.all([auth.activate(email), auth.activate(email), auth.activate(email)]);

    expect(auth.publishedOf(userActivated, userId)).toEqual([{ userId, browserId }]);
  });

  it('accepts an activation link repeatedly for 48 hours and not later', async () => {
    const { email } = await auth.signUp();
    auth.clock.advance(48 * HOUR_MS - 1);
    await expect(auth.activate(email)).resolves.toHaveProperty('message');
    await expect(auth.activate(email)).resolves.toHaveProperty('message');

    auth.clock.advance(1);
    await expect(auth.activate(email)).rejects.toMatchObject({ code: 'auth.expired-verification-link' });
  });

  it('refuses a link with a missing or wrong token or address', async () => {
    const { email } = await auth.signUp();
    const token = auth.publishedOf(userRegistered, email)[0]!.activationToken!;
    const followLink = (link: { token?: string; email?: string }) =>
      auth.service.bus.request(verifyEmail, link);

    await expect(followLink({ email })).rejects.toMatchObject({ code: 'auth.invalid-verification-link' });
    await expect(followLink({ token })).rejects.toMatchObject({ code: 'auth.invalid-verification-link' });
    await expect(followLink({ token: 'x'.repeat(43), email })).rejects.toMatchObject({
      code: 'auth.expired-verification-link',
    });
    await expect(followLink({ token, email: auth.anyEmail() })).rejects.toMatchObject({
      code: 'auth.expired-verification-link',
    });
  });

  it('takes name and password from the sign-up whose link is followed', async () => {
    const { email } = await auth.signUp({ name: 'Mallory', password: 'chosen by the attacker' });
    await auth.signUp({ name: 'Ada', email });
    await auth.activate(email);

    expect((await auth.logIn(email)).user.name).toBe('Ada');
    await expect(auth.logIn(email, 'chosen by the attacker')).rejects.toMatchObject({
      code: 'auth.invalid-credentials',
    });
  });

  it('refuses a former password as a wrong one after the link of its sign-up was followed', async () => {
    const { email } = await auth.signUp();
    await auth.activate(email);
    await auth.activate(email);
    const { user, sessionToken } = await auth.logIn(email);
    const form = { current_password: PASSWORD, new_password: 'seven kites over gravel' };
    await auth.service.bus.request(changePassword, { userId: user.id, sessionToken, form });

    await expect(auth.logIn(email)).rejects.toMatchObject({ code: 'auth.invalid-credentials' });
  });

  it('refuses the password of a further sign-up as a wrong one once its link was followed, too', async () => {
    const { email } = await auth.signUp();
    const further = 'seven kites over gravel';
    const first = auth.publishedOf(userRegistered, email)[0]!.activationToken!;
    await auth.signUp({ email, password: further });
    await auth.service.bus.request(verifyEmail, { token: first, email });
    await expect(auth.logIn(email, further)).rejects.toMatchObject({ code: 'auth.not-activated' });
    await auth.activate(email);

    await expect(auth.logIn(email, further)).rejects.toMatchObject({ code: 'auth.invalid-credentials' });
    await expect(auth.logIn(email)).resolves.toBeDefined();
  });

  it('responds alike for a known address and mails its owner', async () => {
    const { email, message } = await auth.signUp();
    await auth.activate(email);

    const repeated = await auth.signUp({ email: email.toUpperCase(), password: 'chosen by the attacker' });

    expect(repeated.message).toBe(message);
    expect(auth.publishedOf(signUpRepeated, email)).toEqual([
      { userId: expect.any(String), name: 'Ada', email },
    ]);
    await expect(auth.logIn(email, PASSWORD)).resolves.toBeDefined();
  });

  it('limits sign-up mails to one address', async () => {
    const { email } = await auth.signUp();
    await auth.activate(email);
    for (let attempt = 0; attempt < 8; attempt++) await auth.signUp({ email });

    expect(auth.publishedOf(signUpRepeated, email)).toHaveLength(4);
  });

  it.each([
    ['one network', () => '203.0.113.66'],
    ['one IPv6 /48', (attempt: number) => `2001:db8:66:${attempt}::1`],
  ])('mails the link of the owner after many sign-ups of a stranger in %s', async (_, networkOf) => {
    const email = auth.anyEmail();
    for (let attempt = 0; attempt < 6; attempt++) {
      const form = { email, name: 'Mallory', password: 'chosen by the attacker' };
      await auth.signUp(form, { address: networkOf(attempt) });
    }
    expect(auth.publishedOf(userRegistered, email)).toHaveLength(3);

    await auth.signUp({ email });
    await auth.activate(email);
    expect((await auth.logIn(email, PASSWORD)).user.name).toBe('Ada');
  });

  it('limits the sign-up mails of one network to a mailbox, whatever the tag in its address', async () => {
    const mailbox = auth.anyEmail();
    const addresses = ['+1', '+2', '+3', '+4', '+5', ''].map((tag) => mailbox.replace('@', `${tag}@`));
    for (const email of addresses) await auth.signUp({ email }, { address: '203.0.113.67' });
    const mails = () => addresses.map((email) => auth.publishedOf(userRegistered, email).length);
    expect(mails()).toEqual([1, 1, 1, 0, 0, 0]);
    await expect(auth.logIn(mailbox)).rejects.toMatchObject({ code: 'auth.invalid-credentials' });

    await auth.signUp({ email: mailbox }, { address: '203.0.113.68' });
    expect(mails()).toEqual([1, 1, 1, 0, 0, 1]);
  });
});

describe('sign-up without a mail server', () => {
  let auth: AuthTestApp;

  beforeAll(async () => {
    auth = await AuthTestApp.start({ activationRequired: false });
  });
  afterAll(() => auth.close());

  it('creates an account that can log in immediately', async () => {
    const browserId = randomUUID();
    const { email } = await auth.signUp({}, { browserId });
    const { user } = await auth.logIn(email);

    expect(auth.publishedOf(userRegistered, email)).toEqual([
      { userId: user.id, name: 'Ada', email, activationToken: null },
    ]);
    expect(auth.publishedOf(userActivated, user.id)).toEqual([{ userId: user.id, browserId }]);
  });

  it('creates one account for concurrent sign-ups with one address', async () => {
    const email = auth.anyEmail();
    const responses = await Promise.all(
      [email, email.toUpperCase(), email].map((given) => auth.signUp({ email: given })),
    );

    expect(new Set(responses.map(({ message }) => message)).size).toBe(1);
    const registered = [email, email.toUpperCase()].flatMap((given) =>
      auth.publishedOf(userRegistered, given),
    );
    expect(registered).toHaveLength(1);
  });

  it('refuses a common password and names its field', async () => {
    await expect(auth.signUp({ password: 'Password1' })).rejects.toMatchObject({
      code: 'auth.password-too-common',
      errors: [{ field: 'password' }],
    });
  });

  it('limits sign-ups from one shared address', async () => {
    const address = randomUUID();
    const attempts = Array.from({ length: 505 }, () =>
      failureOf(auth.signUp({ password: 'Password1' }, { address })),
    );

    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((failure) => failure?.code === 'auth.too-many-attempts')).toHaveLength(5);
  });

  it('limits sign-ups from a public network to twenty an hour', async () => {
    const address = '203.0.113.20';
    const attempts = Array.from({ length: 25 }, () =>
      failureOf(auth.signUp({ password: 'Password1' }, { address })),
    );

    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((failure) => failure?.code === 'auth.too-many-attempts')).toHaveLength(5);
    await expect(auth.signUp({}, { address: '203.0.113.21' })).resolves.toBeDefined();
  });

  it('delays sign-ups of a public network progressively', async () => {
    const address = '203.0.113.22';
    await Promise.all(
      Array.from({ length: 14 }, () => failureOf(auth.signUp({ password: 'Password1' }, { address }))),
    );
    const startedAt = performance.now();
    await auth.signUp({}, { address });

    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_700);
  });

  it('changes the name of an account', async () => {
    const { user, email } = await auth.signUpAndLogIn();
    const changed = await auth.service.bus.request(updateProfile, { userId: user.id, name: 'Ada Lovelace' });

    expect(changed).toEqual({ ...user, name: 'Ada Lovelace' });
    expect((await auth.logIn(email)).user.name).toBe('Ada Lovelace');
  });

  it('refuses a profile change of a deleted account with auth.required', async () => {
    await expect(
      auth.service.bus.request(updateProfile, { userId: randomUUID(), name: 'Ada' }),
    ).rejects.toMatchObject({ code: 'auth.required' });
  });
});
