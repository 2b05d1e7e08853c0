import { randomUUID } from 'node:crypto';
import {
  type Caller,
  openUpload,
  PROMOTION_SUBJECT,
  promotionChanged,
  type PlanId,
  subscriptionChanged,
  subscriptionClosed,
} from '@waybill/contracts';
import { FilesTestApp, HOUR_MS } from '../testing/files-test-app.js';

let files: FilesTestApp;
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());

const publishPlan = (userId: string, plan: PlanId, version: number) =>
  files.publish(subscriptionChanged, userId, { userId, plan, version });

const tierOf = async (userId: string) => {
  const caller: Caller = { userId, browserId: null, address: '203.0.113.7' };
  return (await files.request(openUpload, { caller })).tier;
};

describe('plan of an account', () => {
  it('an account is on the free plan until an event of billing arrives', async () => {
    await expect(tierOf(randomUUID())).resolves.toBe('free');
  });

  it('an account has the newest version of its plan, in any order of arrival', async () => {
    const userId = randomUUID();
    await publishPlan(userId, 'pro', 3);
    await publishPlan(userId, 'basic', 2);
    await expect(tierOf(userId)).resolves.toBe('pro');
    await publishPlan(userId, 'free', 4);
    await expect(tierOf(userId)).resolves.toBe('free');
  });

  it('a plan is deleted with the last event of the subscription', async () => {
    const userId = randomUUID();
    await publishPlan(userId, 'pro', 2);
    await files.publish(subscriptionClosed, userId, { userId });
    await expect(files.rows('SELECT 1 FROM account_plans WHERE user_id = $1', [userId])).resolves.toEqual([]);
  });
});

describe('the promotion of an administrator', () => {
  const decide = (endsAt: Date | null, version: number) =>
    files.publish(promotionChanged, PROMOTION_SUBJECT, {
      endsAt: endsAt?.toISOString() ?? null,
      replaces: null,
      version,
    });

  it('gives every account the limits of Pro until it ends, whatever the order of its events', async () => {
    const [free, endsAt] = [randomUUID(), new Date(files.clock.now().getTime() + HOUR_MS)];
    await decide(endsAt, 2);
    await decide(null, 1);
    await expect(tierOf(free)).resolves.toBe('pro');
    await decide(null, 3);
    await expect(tierOf(free)).resolves.toBe('free');
    await decide(endsAt, 4);
    files.clock.advance(HOUR_MS);
    await expect(tierOf(free)).resolves.toBe('free');
  });
});
