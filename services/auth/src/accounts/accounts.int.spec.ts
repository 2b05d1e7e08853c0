import { randomUUID } from 'node:crypto';
import {
  signUpRepeated,
  updateProfile,
  userActivated,
  userRegistered,
  verifyEmail,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { AuthUnderTest, failureOf, PASSWORD } from '../testing/auth-under-test.js';

const HOUR_MS = 3_600_000;

describe('signing up where accounts must be activated', () => {
  let auth: AuthUnderTest;

  beforeAll(async () => {
    auth = await AuthUnderTest.start({ activationRequired: true });
  });
  afterAll(() => auth.close());

  it('has a link mailed, and lets nobody in before it is followed', async () => {
    const { email } = await auth.signUp();

    expect(auth.told(userRegistered, email)[0]?.activationToken).toMatch(/^[\w-]{43}$/);
    await expect(auth.logIn(email)).rejects.toMatchObject({ code: 'auth.not-activated', status: 403 });

    await auth.activate(email);
    expect((await auth.logIn(email)).user).toMatchObject({ email, name: 'Ada', subscription: 'free' });
  });

  it('tells nobody without the password that an account is not activated', async () => {
    const { email } = await auth.signUp();

    await expect(auth.logIn(email, 'something else')).rejects.toMatchObject({
      code: 'auth.invalid-credentials',
    });
  });

  it('keeps nothing of the link but its hash', async () => {
    const { email } = await auth.signUp();
    const token = auth.told(userRegistered, email)[0]!.activationToken!;

    const rows = await auth.service
      .get<DataSource>(DataSource)
      .query("SELECT encode(token_hash, 'hex') AS hash FROM activations");
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'));
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it('says that an account may be used, and from which browser it was opened, once', async () => {
    const browserId = randomUUID();
    const { email } = await auth.signUp({}, { browserId });
    const { userId } = auth.told(userRegistered, email)[0]!;
    expect(auth.told(userActivated, userId)).toEqual([]);

    await Promise.all([auth.activate(email), auth.activate(email), auth.activate(email)]);

    expect(auth.told(userActivated, userId)).toEqual([{ userId, browserId }]);
  });

  it('follows a link as often as a mail scanner likes for 48 hours, and never after', async () => {
    const { email } = await auth.signUp();
    auth.clock.advance(48 * HOUR_MS - 1);
    await expect(auth.activate(email)).resolves.toHaveProperty('message');
    await expect(auth.activate(email)).resolves.toHaveProperty('message');

    auth.clock.advance(1);
    await expect(auth.activate(email)).rejects.toMatchObject({ code: 'auth.expired-verification-link' });
  });

  it('refuses a link without token or address, with a wrong one, or for another address', async () => {
    const { email } = await auth.signUp();
    const token = auth.told(userRegistered, email)[0]!.activationToken!;
    const follow = (link: { token?: string; email?: string }) => auth.service.bus.request(verifyEmail, link);

    await expect(follow({ email })).rejects.toMatchObject({ code: 'auth.invalid-verification-link' });
    await expect(follow({ token })).rejects.toMatchObject({ code: 'auth.invalid-verification-link' });
    await expect(follow({ token: 'x'.repeat(43), email })).rejects.toMatchObject({
      code: 'auth.expired-verification-link',
    });
    await expect(follow({ token, email: auth.anyEmail() })).rejects.toMatchObject({
      code: 'auth.expired-verification-link',
    });
  });

  it('lets the sign-up win whose link is followed, not the one that came first', async () => {
    const { email } = await auth.signUp({ name: 'Mallory', password: 'the thief chose this one' });
    await auth.signUp({ name: 'Ada', email });
    await auth.activate(email);

    expect((await auth.logIn(email)).user.name).toBe('Ada');
    await expect(auth.logIn(email, 'the thief chose this one')).rejects.toMatchObject({
      code: 'auth.invalid-credentials',
    });
  });

  it('answers for a known address as for a new one, and tells its owner instead', async () => {
    const { email, message } = await auth.signUp();
    await auth.activate(email);

    const again = await auth.signUp({ email: email.toUpperCase(), password: 'the thief chose this one' });

    expect(again.message).toBe(message);
    expect(auth.told(signUpRepeated, email)).toEqual([{ userId: expect.any(String), name: 'Ada', email }]);
    await expect(auth.logIn(email, PASSWORD)).resolves.toBeDefined();
  });

  it('lets strangers cause only a few mails an hour to one address', async () => {
    const { email } = await auth.signUp();
    await auth.activate(email);
    for (let time = 0; time < 8; time++) await auth.signUp({ email });

    expect(auth.told(signUpRepeated, email)).toHaveLength(4);
  });
});

describe('signing up where there is no mail server', () => {
  let auth: AuthUnderTest;

  beforeAll(async () => {
    auth = await AuthUnderTest.start({ activationRequired: false });
  });
  afterAll(() => auth.close());

  it('opens an account that can be used at once', async () => {
    const browserId = randomUUID();
    const { email } = await auth.signUp({}, { browserId });
    const { user } = await auth.logIn(email);

    expect(auth.told(userRegistered, email)).toEqual([
      { userId: user.id, name: 'Ada', email, activationToken: null },
    ]);
    expect(auth.told(userActivated, user.id)).toEqual([{ userId: user.id, browserId }]);
  });

  it('opens one account however many sign-ups with one address run side by side', async () => {
    const email = auth.anyEmail();
    const answers = await Promise.all(
      [email, email.toUpperCase(), email].map((given) => auth.signUp({ email: given })),
    );

    expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
    const registered = [email, email.toUpperCase()].flatMap((given) => auth.told(userRegistered, given));
    expect(registered).toHaveLength(1);
  });

  it('refuses a password that many people have, on its field', async () => {
    await expect(auth.signUp({ password: 'Password1' })).rejects.toMatchObject({
      code: 'auth.password-too-common',
      errors: [{ field: 'password' }],
    });
  });

  it('limits sign-ups from one client address', async () => {
    const address = randomUUID();
    const tries = Array.from({ length: 505 }, () =>
      failureOf(auth.signUp({ password: 'Password1' }, { address })),
    );

    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((failure) => failure?.code === 'auth.too-many-attempts')).toHaveLength(5);
  });

  it('lets people change their name', async () => {
    const { user, email } = await auth.signUpAndLogIn();
    const changed = await auth.service.bus.request(updateProfile, { userId: user.id, name: 'Ada Lovelace' });

    expect(changed).toEqual({ ...user, name: 'Ada Lovelace' });
    expect((await auth.logIn(email)).user.name).toBe('Ada Lovelace');
  });

  it('asks an account that is gone to log in', async () => {
    await expect(
      auth.service.bus.request(updateProfile, { userId: randomUUID(), name: 'Nobody' }),
    ).rejects.toMatchObject({ code: 'auth.required' });
  });
});
