import { randomInt, randomUUID } from 'node:crypto';
import {
  checkSession,
  endOtherSessions,
  endSession,
  checkHealthOf,
  listSessions,
  logOut,
} from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { AuthUnderTest, failureOf, PASSWORD } from '../testing/auth-under-test.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('sessions', () => {
  let auth: AuthUnderTest;

  beforeAll(async () => {
    auth = await AuthUnderTest.start();
  });
  afterAll(() => auth.close());

  async function userOf(sessionToken: string) {
    return (await auth.service.bus.request(checkSession, { sessionToken })).user;
  }

  it('open with the right password, whatever the case of the address', async () => {
    const { email } = await auth.signUp();
    const { user, sessionToken } = await auth.logIn(email.toUpperCase());

    expect(user.email).toBe(email);
    expect(await userOf(sessionToken)).toEqual(user);
  });

  it('are known by nothing but their token', async () => {
    const { sessionToken } = await auth.signUpAndLogIn();
    const rows = await auth.service
      .get<DataSource>(DataSource)
      .query("SELECT encode(token_hash, 'base64') AS hash FROM sessions");

    expect(await userOf('x'.repeat(43))).toBeNull();
    expect(JSON.stringify(rows)).not.toContain(sessionToken);
  });

  it('end on the server when logging out, which may be done twice', async () => {
    const { sessionToken } = await auth.signUpAndLogIn();
    await auth.service.bus.request(logOut, { sessionToken });
    await auth.service.bus.request(logOut, { sessionToken });

    expect(await userOf(sessionToken)).toBeNull();
  });

  it('live 30 days from their last use', async () => {
    const { sessionToken } = await auth.signUpAndLogIn();
    auth.clock.advance(29 * DAY_MS);
    expect(await userOf(sessionToken)).not.toBeNull();

    auth.clock.advance(29 * DAY_MS);
    expect(await userOf(sessionToken)).not.toBeNull();

    auth.clock.advance(30 * DAY_MS);
    expect(await userOf(sessionToken)).toBeNull();
  });

  it('are forgotten once they ran out', async () => {
    await auth.signUpAndLogIn();
    auth.clock.advance(31 * DAY_MS);
    await auth.signUpAndLogIn();

    const [row] = await auth.service
      .get<DataSource>(DataSource)
      .query('SELECT count(*)::int AS expired FROM sessions WHERE expires_at <= $1', [auth.clock.now()]);
    expect(row.expired).toBe(0);
  });

  it('do not open with a wrong password or a wrong address, and the refusals are the same', async () => {
    const { email } = await auth.signUp();
    const refusals = await Promise.all(
      [auth.logIn(email, 'something else'), auth.logIn(auth.anyEmail())].map(failureOf),
    );

    expect(refusals[0]?.toBody()).toMatchObject({ statusCode: 401, code: 'auth.invalid-credentials' });
    expect(refusals[1]?.toBody()).toEqual(refusals[0]?.toBody());
  });

  it('do not open with a password that is being replaced at that moment', async () => {
    const { email } = await auth.signUp();
    const database = auth.service.get<DataSource>(DataSource);
    const change = database.createQueryRunner();
    await change.startTransaction();
    await change.query("UPDATE accounts SET password_hash = 'another' WHERE email = $1", [email]);
    const attempt = failureOf(auth.logIn(email));
    await eventually(async () => {
      const waiting = await database.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(waiting).toHaveLength(1);
    });
    await change.commitTransaction();
    await change.release();

    expect(await attempt).toMatchObject({ code: 'auth.invalid-credentials' });
  });

  it.each(['a known', 'an unknown'])(
    'refuse the eleventh try at %s account, even the right one',
    async (kind) => {
      const { email } = kind === 'a known' ? await auth.signUp() : { email: auth.anyEmail() };
      for (let time = 0; time < 10; time++) {
        await expect(auth.logIn(email, 'something else')).rejects.toMatchObject({
          code: 'auth.invalid-credentials',
        });
      }

      await expect(auth.logIn(email, PASSWORD)).rejects.toMatchObject({
        code: 'auth.too-many-attempts',
        status: 429,
        retryAfterSeconds: expect.any(Number),
      });
    },
  );

  it('let no more than ten of many tries side by side have the password looked at', async () => {
    const { email } = await auth.signUp();
    const failures = await Promise.all(
      Array.from({ length: 25 }, () => failureOf(auth.logIn(email, 'something else'))),
    );

    expect(failures.filter((failure) => failure?.code === 'auth.invalid-credentials')).toHaveLength(10);
  });

  it('count an account anew after the right password', async () => {
    const { email } = await auth.signUp();
    for (let round = 0; round < 3; round++) {
      for (let time = 0; time < 9; time++) {
        await expect(auth.logIn(email, 'something else')).rejects.toMatchObject({
          code: 'auth.invalid-credentials',
        });
      }
      await auth.logIn(email);
    }
  });

  it('refuse an address that fails at many accounts, and it alone', async () => {
    const { email } = await auth.signUp();
    // One customer has a whole IPv6 network: its addresses count as one.
    const network = `2001:db8:${randomInt(0x10000).toString(16)}:1`;
    for (let time = 0; time < 30; time++) {
      await expect(auth.logIn(auth.anyEmail(), PASSWORD, `${network}::${time}`)).rejects.toMatchObject({
        code: 'auth.invalid-credentials',
      });
    }

    await expect(auth.logIn(email, PASSWORD, `${network}::ffff`)).rejects.toMatchObject({
      code: 'auth.too-many-attempts',
    });
    await expect(auth.logIn(email, PASSWORD, randomUUID())).resolves.toBeDefined();
  });

  it('are listed for their owner, the last used first, without what would open them', async () => {
    const { email, sessionToken, user } = await auth.signUpAndLogIn();
    auth.clock.advance(2 * 60 * MINUTE_MS);
    const later = await auth.logIn(email);
    const answer = await auth.service.bus.request(listSessions, { userId: user.id, sessionToken });

    expect(answer.sessions).toMatchObject([
      { isCurrent: false, lastSeenAt: auth.clock.now().toISOString(), device: '' },
      { isCurrent: true },
    ]);
    expect(JSON.stringify(answer)).not.toContain(later.sessionToken);
  });

  it('are ended one by one by their owner alone', async () => {
    const { email, sessionToken, user } = await auth.signUpAndLogIn();
    const elsewhere = await auth.logIn(email);
    const stranger = await auth.signUpAndLogIn();
    const { sessions } = await auth.service.bus.request(listSessions, { userId: user.id, sessionToken });
    const { id: sessionId } = sessions.find(({ isCurrent }) => !isCurrent)!;

    await auth.service.bus.request(endSession, { userId: stranger.user.id, sessionId });
    expect(await userOf(elsewhere.sessionToken)).not.toBeNull();
    await auth.service.bus.request(endSession, { userId: user.id, sessionId });
    await auth.service.bus.request(endSession, { userId: user.id, sessionId });
    expect(await userOf(elsewhere.sessionToken)).toBeNull();
    expect(await userOf(sessionToken)).not.toBeNull();
  });

  it('end everywhere else at once, and nowhere at somebody else', async () => {
    const { email, sessionToken, user } = await auth.signUpAndLogIn();
    const others = [await auth.logIn(email), await auth.logIn(email)];
    const stranger = await auth.signUpAndLogIn();
    await auth.service.bus.request(endOtherSessions, { userId: user.id, sessionToken });

    for (const other of others) expect(await userOf(other.sessionToken)).toBeNull();
    expect(await userOf(sessionToken)).not.toBeNull();
    expect(await userOf(stranger.sessionToken)).not.toBeNull();
  });

  it('belong to a service that tells how it is', async () => {
    const { components } = await auth.service.bus.request(checkHealthOf('auth'), {});

    expect(components).toMatchObject({ database: 'ok', bus: 'ok' });
  });
});
