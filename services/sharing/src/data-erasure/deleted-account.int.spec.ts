import { randomUUID } from 'node:crypto';
import { changeNotificationSettings, createWebhook, userDeleted } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { SharingTestApp } from '../testing/sharing-test-app.js';

/** The gateway checks the session of a call first, so that a call can arrive after its account was deleted. */
describe('Calls of a deleted account', () => {
  let sharing: SharingTestApp;
  beforeAll(async () => {
    sharing = await SharingTestApp.start();
  });
  afterAll(() => sharing.close());

  it.each<[string, string, (userId: string) => Promise<unknown>]>([
    [
      'webhook',
      'webhooks',
      (userId) =>
        sharing.service.bus.request(createWebhook, {
          userId,
          form: { url: 'https://hooks.example/waybill', events: ['file.deleted'] },
        }),
    ],
    [
      'settings of notifications',
      'notification_settings',
      (userId) =>
        sharing.service.bus.request(changeNotificationSettings, { userId, form: { everyView: true } }),
    ],
  ])('a deleted account gets no %s by a call that was in progress', async (_, table, call) => {
    const userId = randomUUID();
    await sharing.service.publish(userDeleted, userId, { userId });
    await expect(call(userId)).rejects.toMatchObject({ code: 'auth.required' });
    expect(
      await sharing.service.get(DataSource).query(`SELECT FROM ${table} WHERE user_id = $1`, [userId]),
    ).toEqual([]);
  });
});
