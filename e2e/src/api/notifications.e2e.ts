import { eventually } from '@waybill/testing';
import { FREE } from '../support/environment.js';
import { ApiClient, failure } from '../support/api-client.js';
import type { Instance } from '../support/instance.js';
import { readable } from '../support/mails.js';
import { startInstance } from '../support/start-instance.js';

describe('notifications', () => {
  let waybill: Instance;
  let owner: ApiClient;
  let email: string;
  beforeAll(async () => {
    waybill = await startInstance(FREE);
    owner = new ApiClient(waybill.url);
    ({ email } = await owner.signUpAndLogIn());
  });
  afterAll(() => waybill.dispose());

  const settings = async () => (await (await owner.get('/api/user/notifications')).json()) as object;
  const mailsAbout = async (text: string) =>
    (await waybill.mails())
      .map(readable)
      .filter((mail) => mail.includes(`To: ${email}`) && mail.includes(text));

  it('notifications have six settings, each changed alone', async () => {
    const defaults = {
      firstView: true,
      everyView: false,
      dailySummary: false,
      limitUsedUp: true,
      unopenedBeforeExpiry: true,
      filesReceived: true,
    };
    expect(await settings()).toEqual(defaults);
    const changed = await owner.json('PUT', '/api/user/notifications', { everyView: true });
    expect([changed.status, await changed.json()]).toEqual([200, { ...defaults, everyView: true }]);
    const refused = await owner.json('PUT', '/api/user/notifications', { everyView: 'yes' });
    expect(await failure(refused)).toMatchObject({ statusCode: 400, errors: [{ field: 'everyView' }] });
    expect((await new ApiClient(waybill.url).get('/api/user/notifications')).status).toBe(401);
    await owner.json('PUT', '/api/user/notifications', { everyView: false });
  });

  it('notifications of a first view are mailed within a minute, not of the owner or a bot, and stop on one click', async () => {
    const id = await owner.upload();
    await (await owner.get(`/api/files/${id}/download`)).arrayBuffer();
    const bot = new ApiClient(waybill.url, { 'user-agent': 'Googlebot/2.1' });
    await (await bot.get(`/api/files/${id}/download`)).arrayBuffer();
    const visitor = new ApiClient(waybill.url);
    await (await visitor.get(`/api/files/${id}/download`)).arrayBuffer();
    const [mail = ''] = await eventually(
      async () => {
        const mails = await mailsAbout('was opened for the first time');
        if (mails.length === 0) throw new Error('no mail yet');
        return mails;
      },
      { timeoutMs: 60_000 },
    );
    expect(mail).toContain(id);
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    const { pathname, search } = new URL(/^List-Unsubscribe: <([^>]+)>/m.exec(mail)?.[1] ?? '');

    // A mail scanner opens the address: nothing changes.
    const opened = await fetch(`${waybill.url}${pathname}${search}`, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/unsubscribe${search}`]);
    expect(await settings()).toMatchObject({ firstView: true });

    const stopped = await fetch(`${waybill.url}${pathname}${search}`, {
      method: 'POST',
      headers: { origin: 'https://mail.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(stopped.status).toBe(204);
    expect(await settings()).toMatchObject({ firstView: false, limitUsedUp: true });
    const multipart = new FormData();
    multipart.set('List-Unsubscribe', 'One-Click');
    const unknown = search
      .replace(/key=[^&]+/, `key=${crypto.randomUUID()}`)
      .replace('firstView', 'limitUsedUp');
    for (const body of [multipart, undefined]) {
      const answer = await fetch(`${waybill.url}${pathname}${unknown}`, {
        method: 'POST',
        ...(body && { body }),
      });
      expect(answer.status).toBe(204);
    }
    expect(await settings()).toMatchObject({ limitUsedUp: true });
    expect(await mailsAbout('was opened')).toHaveLength(1);
  });
});
