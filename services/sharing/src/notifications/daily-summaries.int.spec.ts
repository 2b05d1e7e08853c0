import { randomUUID } from 'node:crypto';
import { changeNotificationSettings, DAY_MS, HOUR_MS, visitStarted } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { aVisit } from '../testing/sample-events.js';
import { SharingTestApp } from '../testing/sharing-test-app.js';
import { NotificationSweep } from './notification.sweep.js';

describe('Daily summaries', () => {
  let sharing: SharingTestApp;
  beforeAll(async () => void (sharing = await SharingTestApp.start()));
  afterAll(() => sharing.close());

  const visit = (ownerId: string, fileId: string, at: Date) =>
    sharing.service.publish(
      visitStarted,
      randomUUID(),
      aVisit({
        ownerId,
        fileId,
        linkId: fileId,
        at: at.toISOString(),
        visitor: randomUUID(),
        country: '',
        city: '',
      }),
    );
  const sweep = () => sharing.service.get(NotificationSweep).sweep();
  const totalsOf = async (userId: string) => {
    const rows = await sharing.service
      .get(DataSource)
      .query<{ total: string }[]>(
        "SELECT values ->> 'total' AS total FROM notifications WHERE user_id = $1 ORDER BY created_at",
        [userId],
      );
    return rows.map(({ total }) => total);
  };

  it('counts a view that arrives after the summary of its day in the next daily summary', async () => {
    const [userId, fileId] = [randomUUID(), randomUUID()];
    await sharing.service.bus.request(changeNotificationSettings, {
      userId,
      form: { firstView: false, dailySummary: true },
    });
    const day = sharing.clock.now();
    await visit(userId, fileId, day);
    sharing.clock.advance(DAY_MS + 7 * HOUR_MS);
    await sweep();
    expect(await totalsOf(userId)).toEqual(['1 view']);

    await visit(userId, fileId, day);
    await visit(userId, randomUUID(), day);
    await visit(userId, fileId, sharing.clock.now());
    await sweep();
    await sweep();
    expect(await totalsOf(userId)).toEqual(['1 view']);
    sharing.clock.advance(DAY_MS);
    await sweep();
    expect(await totalsOf(userId)).toEqual(['1 view', '3 views']);
  });
});
