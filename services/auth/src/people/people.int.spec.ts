import { randomUUID } from 'node:crypto';
import {
  checkSession,
  checkToken,
  countPeople,
  createToken,
  deletePerson,
  listPeople,
  type Person,
  signOutPerson,
  suspendPerson,
  userDeleted,
  userSuspensionChanged,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { VersionSuspensions1795478600001 } from '../database/migrations/1795478600001-version-suspensions.js';
import { AuthTestApp } from '../testing/auth-test-app.js';

describe('requests of administrators about people', () => {
  let auth: AuthTestApp;
  beforeAll(async () => {
    auth = await AuthTestApp.start();
  });
  afterAll(() => auth.close());

  const userOf = async (sessionToken: string) =>
    (await auth.service.bus.request(checkSession, { sessionToken })).user;
  const list = (query?: string, cursor: string | null = null, limit = 50) =>
    auth.service.bus.request(listPeople, { query, cursor, limit });
  const suspend = (userId: string, suspended: boolean) =>
    auth.service.bus.request(suspendPerson, { userId, suspended });

  it('suspends an account: its sessions end, and its log-in fails after the right password only', async () => {
    const { email, user, sessionToken } = await auth.signUpAndLogIn();
    const { person } = await suspend(user.id, true);
    expect(person.suspendedAt).toBe(auth.clock.now().toISOString());
    expect(await userOf(sessionToken)).toBeNull();
    await expect(auth.logIn(email)).rejects.toMatchObject({ code: 'auth.suspended' });
    await expect(auth.logIn(email, 'something else')).rejects.toMatchObject({
      code: 'auth.invalid-credentials',
    });
    await suspend(user.id, false);
    expect((await auth.logIn(email)).user.id).toBe(user.id);
    expect(auth.publishedOf(userSuspensionChanged, user.id)).toEqual([
      { userId: user.id, isSuspended: true, version: 1 },
      { userId: user.id, isSuspended: false, version: 2 },
    ]);
  });

  it('suspends an account from the version that did not number suspensions', async () => {
    const { user } = await auth.signUpAndLogIn();
    await suspend(user.id, true);
    const runner = auth.service.get<DataSource>(DataSource).createQueryRunner();
    await new VersionSuspensions1795478600001().down(runner);
    await new VersionSuspensions1795478600001().up(runner);
    await runner.release();
    await suspend(user.id, false);
    expect(auth.publishedOf(userSuspensionChanged, user.id).at(-1)).toEqual({
      userId: user.id,
      isSuspended: false,
      version: 1,
    });
  });

  it('ends every session of an account', async () => {
    const { email, user, sessionToken } = await auth.signUpAndLogIn();
    await auth.service.bus.request(signOutPerson, { userId: user.id });
    expect(await userOf(sessionToken)).toBeNull();
    expect((await auth.logIn(email)).user.id).toBe(user.id);
  });

  it('says when a person was last seen, by a log-in that has ended or by an access token', async () => {
    const { email, user } = await auth.signUpAndLogIn();
    const seen = async () => (await list(email)).people[0]?.lastSeenAt;
    const loggedInAt = auth.clock.now().toISOString();
    await auth.service.bus.request(signOutPerson, { userId: user.id });
    expect(await seen()).toBe(loggedInAt);

    const { token } = await auth.service.bus.request(createToken, {
      userId: user.id,
      form: { name: 'Nightly report', scopes: ['read'], expiresAt: null },
    });
    auth.clock.advance(3_600_000);
    await auth.service.bus.request(checkToken, { token });
    expect(await seen()).toBe(auth.clock.now().toISOString());
  });

  it('deletes an account', async () => {
    const { email, user } = await auth.signUpAndLogIn();
    await auth.service.bus.request(deletePerson, { userId: user.id });
    await expect(auth.logIn(email)).rejects.toMatchObject({ code: 'auth.invalid-credentials' });
    expect(auth.publishedOf(userDeleted, user.id)).toEqual([{ userId: user.id }]);
  });

  it('does not find an unknown account', async () => {
    await expect(suspend(randomUUID(), true)).rejects.toMatchObject({ code: 'admin.person-not-found' });
  });

  it('lists people newest first, page by page, each once', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      auth.clock.advance(1000);
      ids.unshift((await auth.signUpAndLogIn()).user.id);
    }
    const seen: Person[] = [];
    let cursor: string | null = null;
    do {
      const page: { people: Person[]; nextCursor: string | null } = await list(undefined, cursor, 2);
      seen.push(...page.people);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen.slice(0, 5).map(({ id }) => id)).toEqual(ids);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    const { activated } = await auth.service.bus.request(countPeople, {});
    expect(activated).toBe(seen.length);
  });

  it('refuses an unknown cursor', async () => {
    await expect(list(undefined, 'nonsense')).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('finds people by the beginning of a word of their name or address, and by their id', async () => {
    const { email } = await auth.signUp({ name: 'Grace Hopper', email: 'grace.h@navy.example' });
    for (const query of ['hop', 'GRACE', 'navy.ex', email])
      expect((await list(query)).people.map((person) => person.email)).toEqual([email]);
    const [{ id } = { id: '' }] = (await list(email)).people;
    expect((await list(` ${id.toUpperCase()} `)).people.map((person) => person.email)).toEqual([email]);
    expect((await list(randomUUID())).people).toEqual([]);
    expect((await list('nobody-at-all')).people).toEqual([]);
    expect((await list('@')).people).toEqual([]);
  });
});
