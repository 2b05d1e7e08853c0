import { randomUUID } from 'node:crypto';
import { createWebhook } from '@waybill/contracts';
import { SharingTestApp } from '../testing/sharing-test-app.js';

describe('Webhooks without private networks', () => {
  let sharing: SharingTestApp;
  beforeAll(async () => void (sharing = await SharingTestApp.start()));
  afterAll(() => sharing.close());

  it.each(['http://127.0.0.1/', 'http://2130706433/', 'http://localhost/', 'http://[::ffff:10.0.0.1]/'])(
    'refuses %s at creation',
    async (url) => {
      const form = { url, events: ['file.deleted' as const] };
      await expect(
        sharing.service.bus.request(createWebhook, { userId: randomUUID(), form }),
      ).rejects.toMatchObject({ code: 'webhooks.private-address' });
    },
  );
});
