import { PROMOTION } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { failure, ApiClient, viewerTokenIn } from '../support/api-client.js';

const SECRET = 'open sesame';

describe('password-protected files', () => {
  let waybill: Instance;
  let owner: ApiClient;
  let visitor: ApiClient;

  beforeAll(async () => {
    // During a promotion every signed-in user has the Pro plan, which includes file passwords.
    waybill = await startInstance(PROMOTION);
    owner = await ApiClient.signedIn(waybill.url);
    visitor = new ApiClient(waybill.url);
  });
  afterAll(() => waybill.dispose());

  const uploadProtected = async () => {
    const id = await owner.upload();
    expect((await owner.settings(id, { password: SECRET })).status).toBe(200);
    return id;
  };
  const verify = (id: string, password: string) =>
    visitor.json('POST', `/api/files/${id}/verify-password`, { password });
  const tokenOf = async (id: string) => {
    const verified = await verify(id, SECRET);
    expect(verified.status).toBe(200);
    return ((await verified.json()) as { token: string }).token;
  };

  it('reveals only that a file is protected, and neither its name nor its size', async () => {
    const id = await uploadProtected();
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

  it('opens a file with the verification token, as a header and as a query parameter', async () => {
    const id = await uploadProtected();
    const wrong = await verify(id, 'guess');
    expect(await failure(wrong)).toMatchObject({ statusCode: 401, message: 'Incorrect password' });
    const token = await tokenOf(id);
    expect((await visitor.get(`/api/files/${id}`, { 'x-verification-token': token })).status).toBe(200);
    expect((await visitor.get(`/api/files/${id}/download?token=${encodeURIComponent(token)}`)).status).toBe(
      200,
    );
  });

  it('never returns the password or its hash', async () => {
    const id = await uploadProtected();
    const body = await (await owner.get(`/api/files/${id}`)).text();
    expect(JSON.parse(body)).toMatchObject({ password: { Valid: true } });
    expect(body).not.toMatch(/argon2|hash|sesame/);
  });

  it('asks the owner for no password', async () => {
    const id = await uploadProtected();
    expect((await owner.get(`/api/files/${id}/download`)).status).toBe(200);
  });

  it('revokes all verification tokens when the password changes', async () => {
    const id = await uploadProtected();
    const token = await tokenOf(id);
    await owner.settings(id, { password: 'another one' });
    expect((await visitor.get(`/api/files/${id}`, { 'x-verification-token': token })).status).toBe(401);
  });

  it('refuses the verification token of another file', async () => {
    const [id, other] = [await uploadProtected(), await uploadProtected()];
    const token = await tokenOf(id);
    expect((await visitor.get(`/api/files/${id}`, { 'x-verification-token': token })).status).toBe(200);
    expect((await visitor.get(`/api/files/${other}`, { 'x-verification-token': token })).status).toBe(401);
  });

  it('gives the token of the external viewer no other token', async () => {
    const id = await uploadProtected();
    const viewer = (token: string) => visitor.get(`/api/files/${id}/viewer?token=${token}`);
    const token = await tokenOf(id);
    for (let round = 0; round < 2; round += 1) {
      const { url } = (await (await viewer(token)).json()) as { url: string };
      const ofViewer = viewerTokenIn(url);
      expect((await visitor.get(`/api/files/${id}/download?token=${ofViewer}`)).status).toBe(200);
      expect(await failure(await viewer(ofViewer))).toMatchObject({ code: 'files.password-required' });
    }
  });

  it('opens a file to everyone after its password was removed', async () => {
    const id = await uploadProtected();
    await owner.settings(id, { password: null });
    expect((await visitor.get(`/api/files/${id}`)).status).toBe(200);
  });

  it('answers 429 with Retry-After after repeated wrong passwords', async () => {
    const id = await uploadProtected();
    let response = await verify(id, 'guess 0');
    for (let guess = 1; guess < 40 && response.status === 401; guess += 1)
      response = await verify(id, `guess ${guess}`);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('allows a file without expiry on Pro', async () => {
    const id = await uploadProtected();
    const response = await owner.settings(id, { deleteAt: null });
    expect(await response.json()).toMatchObject({ deleteAt: { Time: null, Valid: false } });
  });

  it('reports the Pro plan for signed-in users during a promotion', async () => {
    expect(await (await owner.get('/api/user')).json()).toMatchObject({ subscription: 'pro' });
    expect(await (await visitor.get('/api/promotion/status')).json()).toEqual({
      isActive: true,
      endDate: '2099-01-01T00:00:00.000Z',
      message: 'Pro for all',
    });
  });
});
