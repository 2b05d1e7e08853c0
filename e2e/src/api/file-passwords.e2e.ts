import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { failure, ApiClient } from '../support/api-client.js';

const SECRET = 'open sesame';

describe('a protected file', () => {
  let waybill: Instance;
  let owner: ApiClient;
  let visitor: ApiClient;
  let id: string;

  beforeAll(async () => {
    // While a promotion is active, everyone who is signed in has Pro's features.
    waybill = await startInstance({
      PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z',
      PROMOTION_MESSAGE: 'Pro for all',
    });
    owner = await ApiClient.signedIn(waybill.url);
    visitor = new ApiClient(waybill.url);
  });
  afterAll(() => waybill.dispose());

  beforeEach(async () => {
    id = await owner.upload();
    expect((await owner.settings(id, { password: SECRET })).status).toBe(200);
  });

  const verify = async (password: string, who = visitor) =>
    who.json('POST', `/api/files/${id}/verify-password`, { password });
  const tokenOf = async () => ((await (await verify(SECRET)).json()) as { token: string }).token;

  it('is told to be protected, and nothing else of it', async () => {
    expect(await (await visitor.get(`/api/files/${id}/check-protection`)).json()).toEqual({
      isPasswordProtected: true,
    });
    expect(await (await visitor.get(`/api/files/${id}/metadata`)).json()).toMatchObject({
      originalName: null,
      size: null,
      isPasswordProtected: true,
    });
    for (const path of ['', '/download', '/thumbnail', '/preview']) {
      const response = await visitor.get(`/api/files/${id}${path}`);
      expect(await failure(response)).toMatchObject({ statusCode: 401, code: 'files.password-required' });
    }
  });

  it('opens with its password, by header and by address', async () => {
    const wrong = await verify('guess');
    expect(await failure(wrong)).toMatchObject({ statusCode: 401, message: 'Incorrect password' });
    const token = await tokenOf();
    expect((await visitor.get(`/api/files/${id}`, { 'x-verification-token': token })).status).toBe(200);
    expect((await visitor.get(`/api/files/${id}/download?token=${encodeURIComponent(token)}`)).status).toBe(
      200,
    );
  });

  it('never shows its password, or anything made of it', async () => {
    const body = await (await owner.get(`/api/files/${id}`)).text();
    expect(JSON.parse(body)).toMatchObject({ password: { Valid: true } });
    expect(body).not.toMatch(/argon2|hash|sesame/);
  });

  it('needs no password of its owner', async () => {
    expect((await owner.get(`/api/files/${id}/download`)).status).toBe(200);
  });

  it('voids every token when its password changes', async () => {
    const token = await tokenOf();
    await owner.settings(id, { password: 'another one' });
    expect((await visitor.get(`/api/files/${id}`, { 'x-verification-token': token })).status).toBe(401);
  });

  it('is not opened by the token of another file', async () => {
    const token = await tokenOf();
    id = await owner.upload();
    await owner.settings(id, { password: SECRET });
    expect((await visitor.get(`/api/files/${id}`, { 'x-verification-token': token })).status).toBe(401);
  });

  it('opens to everyone once its password is removed', async () => {
    await owner.settings(id, { password: null });
    expect((await visitor.get(`/api/files/${id}`)).status).toBe(200);
  });

  it('answers 429 to a visitor who keeps guessing', async () => {
    let response = await verify('guess 0');
    for (let guess = 1; guess < 40 && response.status === 401; guess += 1)
      response = await verify(`guess ${guess}`);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('may stay for ever on Pro', async () => {
    const response = await owner.settings(id, { deleteAt: null });
    expect(await response.json()).toMatchObject({ deleteAt: { Time: null, Valid: false } });
  });

  it('makes everyone who is signed in a Pro while the promotion lasts', async () => {
    expect(await (await owner.get('/api/user')).json()).toMatchObject({ subscription: 'pro' });
    expect(await (await visitor.get('/api/promotion/status')).json()).toEqual({
      isActive: true,
      endDate: '2099-01-01T00:00:00.000Z',
      message: 'Pro for all',
    });
  });
});
