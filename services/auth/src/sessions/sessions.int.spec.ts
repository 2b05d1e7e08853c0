import { randomInt, randomUUID } from 'node:crypto';
import {
  checkSession,
  endOtherSessions,
  endSession,
  checkHealthOf,
  listSessions,
  logOut,
  MINUTE_MS,
  DAY_MS,
} from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { AuthTestApp, failureOf, PASSWORD } from '../testing/auth-test-app.js';

describe('sessions', () => {
  let auth: AuthTestApp;

  beforeAll(async () => {
    auth = await AuthTestApp.start();
  });
  afterAll(() => auth.close());

  async function userOf(sessionToken: string) {
    return (await auth.service.bus.request(checkSession, { sessionToken })).user;
  }

  it('opens a session with the right password and the address in any case', async () => {
    const { email } = await auth.signUp();
    const { user, sessionToken } = await auth.logIn(email.toUpperCase());

    expect(user.email).toBe(email);
    expect(await userOf(sessionToken)).toEqual(user);
  });

  it('finds a session by its token only', async () => {
    const { sessionToken } = await auth.signUpAndLogIn();
    const rows = await auth.service
      .get<DataSource>(DataSource)
      .query("SELECT encode(token_hash, 'base64') AS hash FROM sessions");

    expect(await userOf('x'.repeat(43))).toBeNull();
    expect(JSON.stringify(rows)).not.toContain(sessionToken);
  });

  it('revokes a session on the server by a log-out, which is idempotent', async () => {
    const { sessionToken } = await auth.signUpAndLogIn();
    await auth.service.bus.request(logOut, { sessionToken });
    await auth.service.bus.request(logOut, { sessionToken });

    expect(await userOf(sessionToken)).toBeNull();
  });

  it('expires a session 30 days after its last use', async () => {
    const { sessionToken } = await auth.signUpAndLogIn();
    auth.clock.advance(29 * DAY_MS);
    expect(await userOf(sessionToken)).not.toBeNull();

    auth.clock.advance(29 * DAY_MS);
    expect(await userOf(sessionToken)).not.toBeNull();

    auth.clock.advance(30 * DAY_MS);
    expect(await userOf(sessionToken)).toBeNull();
  });

  it('expires a session 180 days after the log-in, even if it is used', async () => {
    const { sessionToken } = await auth.signUpAndLogIn();
    for (let month = 0; month < 6; month++) {
      auth.clock.advance(29 * DAY_MS);
      expect(await userOf(sessionToken)).not.toBeNull();
    }

    auth.clock.advance(6 * DAY_MS);
    expect(await userOf(sessionToken)).toBeNull();
  });

  it('immediately ends an existing session that is older than the setting allows', async () => {
    const { sessionToken, user } = await auth.signUpAndLogIn();
    await auth.service
      .get<DataSource>(DataSource)
      .query('UPDATE sessions SET created_at = $2 WHERE account_id = $1', [
        user.id,
        new Date(auth.clock.now().getTime() - 180 * DAY_MS),
      ]);
    expect(await userOf(sessionToken)).toBeNull();
  });

  it('deletes the row of an expired session', async () => {
    await auth.signUpAndLogIn();
    auth.clock.advance(31 * DAY_MS);
    await auth.signUpAndLogIn();

    const [row] = await auth.service
      .get<DataSource>(DataSource)
      .query('SELECT count(*)::int AS expired FROM sessions WHERE expires_at <= $1', [auth.clock.now()]);
    expect(row.expired).toBe(0);
  });

  it('refuses a wrong password and an unknown address alike', async () => {
    const { email } = await auth.signUp();
    const refusals = await Promise.all(
      [auth.logIn(email, 'something else'), auth.logIn(auth.anyEmail())].map(failureOf),
    );

    expect(refusals[0]?.toBody()).toMatchObject({ statusCode: 401, code: 'auth.invalid-credentials' });
    expect(refusals[1]?.toBody()).toEqual(refusals[0]?.toBody());
  });

  it('opens no session with a password that is being replaced concurrently', async () => {
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
    'refuses the eleventh attempt of a network at %s account, even with the right password',
    async (kind) => {
      const address = randomUUID();
      const { email } = kind === 'a known' ? await auth.signUp() : { email: auth.anyEmail() };
      for (let attempt = 0; attempt < 10; attempt++) {
        await expect(auth.logIn(email, 'something else', address)).rejects.toMatchObject({
          code: 'auth.invalid-credentials',
        });
      }

      await expect(auth.logIn(email, PASSWORD, address)).rejects.toMatchObject({
        code: 'auth.too-many-attempts',
        status: 429,
        retryAfterSeconds: expect.any(Number),
      });
    },
  );

  it('verifies at most ten of many parallel attempts', async () => {
    const { email } = await auth.signUp();
    const address = randomUUID();
    const failures = await Promise.all(
      Array.from({ length: 25 }, () => failureOf(auth.logIn(email, 'something else', address))),
    );

    expect(failures.filter((failure) => failure?.code === 'auth.invalid-credentials')).toHaveLength(10);
  });

  it('resets the attempts of an account on success', async () => {
    const { email } = await auth.signUp();
    const address = randomUUID();
    for (let round = 0; round < 3; round++) {
      for (let attempt = 0; attempt < 9; attempt++) {
        await expect(auth.logIn(email, 'something else', address)).rejects.toMatchObject({
          code: 'auth.invalid-credentials',
        });
      }
      await auth.logIn(email, PASSWORD, address);
    }
  });

  it('refuses only the network that failed at many accounts', async () => {
    const { email } = await auth.signUp();
    // An IPv6 customer has a whole /64: its addresses count as one.
    const network = `2001:db8:${randomInt(0x10000).toString(16)}:1`;
    for (let attempt = 0; attempt < 30; attempt++) {
      await expect(auth.logIn(auth.anyEmail(), PASSWORD, `${network}::${attempt}`)).rejects.toMatchObject({
        code: 'auth.invalid-credentials',
      });
    }

    await expect(auth.logIn(email, PASSWORD, `${network}::ffff`)).rejects.toMatchObject({
      code: 'auth.too-many-attempts',
    });
    await expect(auth.logIn(email, PASSWORD, randomUUID())).resolves.toBeDefined();
  });

  it('lists the sessions of an account by last use and without tokens', async () => {
    const { email, sessionToken, user } = await auth.signUpAndLogIn();
    auth.clock.advance(2 * 60 * MINUTE_MS);
    const later = await auth.logIn(email);
    const response = await auth.service.bus.request(listSessions, { userId: user.id, sessionToken });

    expect(response.sessions).toMatchObject([
      { isCurrent: false, lastSeenAt: auth.clock.now().toISOString(), device: '' },
      { isCurrent: true },
    ]);
    expect(JSON.stringify(response)).not.toContain(later.sessionToken);
  });

  it('lets only the owner revoke a single session', async () => {
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

  it('revokes all other sessions of the account and none of other accounts', async () => {
    const { email, sessionToken, user } = await auth.signUpAndLogIn();
    const others = [await auth.logIn(email), await auth.logIn(email)];
    const stranger = await auth.signUpAndLogIn();
    await auth.service.bus.request(endOtherSessions, { userId: user.id, sessionToken });

    for (const other of others) expect(await userOf(other.sessionToken)).toBeNull();
    expect(await userOf(sessionToken)).not.toBeNull();
    expect(await userOf(stranger.sessionToken)).not.toBeNull();
  });

  it('revokes the least recently used session beyond a hundred per account', async () => {
    const { email, sessionToken } = await auth.signUpAndLogIn();
    const kept = await auth.logIn(email);
    auth.clock.advance(2 * 60 * MINUTE_MS);
    await userOf(kept.sessionToken);
    for (let count = 0; count < 99; count++) await auth.logIn(email);

    expect(await userOf(sessionToken)).toBeNull();
    expect(await userOf(kept.sessionToken)).not.toBeNull();
  });

  it('reports the health of the service', async () => {
    const { components } = await auth.service.bus.request(checkHealthOf('auth'), {});

    expect(components).toMatchObject({ database: 'ok', bus: 'ok' });
  });
});
