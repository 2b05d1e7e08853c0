import { randomUUID } from 'node:crypto';
import {
  type Caller,
  openUpload,
  type PlanId,
  subscriptionChanged,
  subscriptionClosed,
} from '@waybill/contracts';
import { FilesTestApp } from '../testing/files-test-app.js';

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
  it('is free until an event of billing arrives', async () => {
    await expect(tierOf(randomUUID())).resolves.toBe('free');
  });

  it('is the newest version, in any order of arrival', async () => {
    const userId = randomUUID();
    await publishPlan(userId, 'pro', 3);
    await publishPlan(userId, 'basic', 2);
    await expect(tierOf(userId)).resolves.toBe('pro');
    await publishPlan(userId, 'free', 4);
    await expect(tierOf(userId)).resolves.toBe('free');
  });

  it('is deleted with the last event of the subscription', async () => {
    const userId = randomUUID();
    await publishPlan(userId, 'pro', 2);
    await files.publish(subscriptionClosed, userId, { userId });
    await expect(files.rows('SELECT 1 FROM account_plans WHERE user_id = $1', [userId])).resolves.toEqual([]);
  });
});
