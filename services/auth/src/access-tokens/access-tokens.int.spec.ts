import { randomUUID } from 'node:crypto';
import {
  checkToken,
  createToken,
  deletePerson,
  listTokens,
  logOut,
  revokeToken,
  suspendPerson,
  HOUR_MS,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { AuthTestApp } from '../testing/auth-test-app.js';

describe('access tokens', () => {
  let auth: AuthTestApp;
  beforeAll(async () => {
    auth = await AuthTestApp.start();
  });
  afterAll(() => auth.close());

  const create = (userId: string, form: { expiresAt?: string } = {}) =>
    auth.service.bus.request(createToken, {
      userId,
      form: { name: 'CI', scopes: ['read', 'upload'], ...form },
    });
  const holderOf = async (token: string) => (await auth.service.bus.request(checkToken, { token })).holder;
  const list = async (userId: string) => (await auth.service.bus.request(listTokens, { userId })).tokens;

  it('access tokens are shown once, stored as a hash, and never logged', async () => {
    const { user } = await auth.signUpAndLogIn();
    const created = await create(user.id);
    expect(created.token).toMatch(/^wb_[A-Za-z0-9]{40}$/);
    expect(await holderOf(created.token)).toEqual({ user, scopes: ['upload', 'read'] });
    const rows: unknown = await auth.service.get<DataSource>(DataSource).query('SELECT * FROM access_tokens');
    for (const text of [
      JSON.stringify(rows),
      JSON.stringify(auth.logLines),
      JSON.stringify(await list(user.id)),
    ])
      expect(text).not.toContain(created.token);
  });

  it('access tokens have the time of their last use, to the minute', async () => {
    const { user } = await auth.signUpAndLogIn();
    const { token } = await create(user.id);
    expect((await list(user.id))[0]?.lastUsedAt).toBeNull();
    await holderOf(token);
    const first = auth.clock.now().toISOString();
    auth.clock.advance(59_000);
    await holderOf(token);
    expect((await list(user.id))[0]?.lastUsedAt).toBe(first);
    auth.clock.advance(1000);
    await holderOf(token);
    expect((await list(user.id))[0]?.lastUsedAt).toBe(auth.clock.now().toISOString());
  });

  it('access tokens are refused when they are unknown, expired or revoked', async () => {
    const { user } = await auth.signUpAndLogIn();
    const expiresAt = new Date(auth.clock.now().getTime() + HOUR_MS).toISOString();
    const { token } = await create(user.id, { expiresAt });
    const revoked = await create(user.id);
    await auth.service.bus.request(revokeToken, { userId: user.id, tokenId: revoked.id });
    expect(await holderOf(`${token}x`)).toBeNull();
    expect(await holderOf(revoked.token)).toBeNull();
    expect(await holderOf(token)).not.toBeNull();
    auth.clock.advance(HOUR_MS);
    expect(await holderOf(token)).toBeNull();
  });

  it('access tokens are refused while their account is suspended, and deleted with it', async () => {
    const { user } = await auth.signUpAndLogIn();
    const { token } = await create(user.id);
    const suspend = (suspended: boolean) =>
      auth.service.bus.request(suspendPerson, { userId: user.id, suspended });
    await suspend(true);
    expect(await holderOf(token)).toBeNull();
    await suspend(false);
    expect(await holderOf(token)).not.toBeNull();
    await auth.service.bus.request(deletePerson, { userId: user.id });
    expect(await holderOf(token)).toBeNull();
  });

  it('an access token cannot be revoked by another account, or expire in the past', async () => {
    const { user } = await auth.signUpAndLogIn();
    const { id, token } = await create(user.id);
    const other = await auth.signUpAndLogIn();
    for (const [userId, tokenId] of [[other.user.id, id] as const, [user.id, randomUUID()] as const])
      await expect(auth.service.bus.request(revokeToken, { userId, tokenId })).rejects.toMatchObject({
        code: 'request.not-found',
      });
    expect(await holderOf(token)).not.toBeNull();
    await expect(create(user.id, { expiresAt: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
      code: 'request.invalid',
    });
  });

  it('a session that ended meanwhile creates no access token', async () => {
    const { user, sessionToken } = await auth.signUpAndLogIn();
    const form = { name: 'CI', scopes: ['read' as const] };
    const request = { userId: user.id, sessionToken, form };
    await auth.service.bus.request(createToken, request);
    await auth.service.bus.request(logOut, { sessionToken });
    await expect(auth.service.bus.request(createToken, request)).rejects.toMatchObject({
      code: 'auth.required',
    });
    expect(await list(user.id)).toHaveLength(1);
  });

  it('an account has at most 100 access tokens', async () => {
    const { user } = await auth.signUpAndLogIn();
    for (let index = 0; index < 100; index++) await create(user.id);
    await expect(create(user.id)).rejects.toMatchObject({ code: 'auth.too-many-tokens' });
  });
});
