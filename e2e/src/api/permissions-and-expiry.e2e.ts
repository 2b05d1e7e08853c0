import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@waybill/contracts';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { failure, PASSWORD, ApiClient } from '../support/api-client.js';

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe('permissions', () => {
  let waybill: Instance;
  beforeAll(async () => {
    waybill = await startInstance(FREE);
  });
  afterAll(() => waybill.dispose());

  it('allows only the uploading browser to configure and delete an anonymous file', async () => {
    const owner = new ApiClient(waybill.url);
    const id = await owner.upload();
    const stranger = new ApiClient(waybill.url);
    const account = await ApiClient.signedIn(waybill.url);

    expect((await stranger.settings(id, { originalName: 'mine.txt' })).status).toBe(401);
    expect((await account.settings(id, { originalName: 'mine.txt' })).status).toBe(403);
    expect((await stranger.json('DELETE', `/api/files/${id}`)).status).toBe(401);
    expect((await account.json('DELETE', `/api/files/${id}`)).status).toBe(403);
    expect(await stranger.file(id)).toMatchObject({ isOwner: false, originalName: 'note.txt' });

    expect((await owner.settings(id, { originalName: 'mine.txt' })).status).toBe(200);
    expect(await owner.file(id)).toMatchObject({ isOwner: true, originalName: 'mine.txt', userId: null });
    expect((await owner.json('DELETE', `/api/files/${id}`)).status).toBe(204);
    const deleted = await stranger.get(`/api/files/${id}`);
    expect(await failure(deleted)).toMatchObject({ statusCode: 404, message: 'File not found' });
  });

  it('ignores a forged browser cookie', async () => {
    const owner = new ApiClient(waybill.url);
    const id = await owner.upload();
    const forged = await new ApiClient(waybill.url, {
      cookie: `waybill_browser=${randomUUID()}.forged`,
    }).settings(id, {});
    expect([401, 403]).toContain(forged.status);
  });

  it('moves the anonymous files of a browser to the account that logs in there', async () => {
    const person = new ApiClient(waybill.url);
    const id = await person.upload();
    const user = await person.signUpAndLogIn();
    expect(await person.files()).toMatchObject([{ id, userId: user.id, isOwner: true }]);
    await person.json('POST', '/api/logout');
    expect((await person.settings(id, { originalName: 'x' })).status).toBe(401);
  });

  it('lists only the files of the account, newest first', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    const first = await person.upload();
    const second = await person.upload();
    await (await ApiClient.signedIn(waybill.url)).upload();
    expect((await person.files()).map(({ id }) => id)).toEqual([second, first]);
  });

  it('limits the expiry of free files to one hour: accepts an earlier time, refuses a later one or none', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    const id = await person.upload();
    const { createdAt, deleteAt } = await person.file(id);
    expect(Date.parse(deleteAt.Time!) - Date.parse(createdAt)).toBe(HOUR_MS);

    for (const later of [inHours(2), null]) {
      const response = await person.settings(id, { deleteAt: later });
      expect(await failure(response)).toMatchObject({ statusCode: 403, code: 'files.expiry-not-in-plan' });
    }
    const past = await person.settings(id, { deleteAt: inHours(-1) });
    expect(await failure(past)).toMatchObject({ statusCode: 400, code: 'files.expiry-in-past' });
    const sooner = inHours(0.5);
    expect(await (await person.settings(id, { deleteAt: sooner })).json()).toMatchObject({
      deleteAt: { Time: sooner, Valid: true },
    });
    expect((await person.settings(id, { deleteAt })).status).toBe(400);
  });

  it('refuses a file password on a free plan', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    const id = await person.upload();
    const response = await person.settings(id, { password: PASSWORD });
    expect(await failure(response)).toMatchObject({ statusCode: 403, code: 'files.password-not-in-plan' });
    expect((await person.settings(id, { password: null })).status).toBe(200);
    expect((await person.settings(id, { password: '' })).status).toBe(200);
  });
});

describe('expiry', () => {
  let waybill: Instance;
  beforeAll(async () => {
    waybill = await startInstance(FREE);
  });
  afterAll(() => waybill.dispose());

  it('answers 410 for a file from its expiry time on', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const id = await owner.upload();
    const end = await owner.expireSoon(id, 1500);
    const visitor = new ApiClient(waybill.url);
    let response = await visitor.get(`/api/files/${id}`);
    while (response.status === 200 && Date.now() < end + 10_000)
      response = await visitor.get(`/api/files/${id}`);
    expect(Date.now()).toBeGreaterThanOrEqual(end);
    expect(await failure(response)).toMatchObject({ statusCode: 410, message: 'File has expired' });
    for (const path of ['/download', '/metadata', '/check-protection', '/thumbnail']) {
      expect((await visitor.get(`/api/files/${id}${path}`)).status).toBe(410);
    }
    expect((await visitor.get(`/api/qr-code/${id}`)).status).toBe(410);
    expect(await owner.files()).toEqual([]);
  });
});
