import { randomUUID } from 'node:crypto';
import { type RunningService, startService } from '@waybill/bus/testing';
import {
  cancelSubscription,
  getPromotion,
  checkHealthOf,
  subscriptionChanged,
  userDeleted,
  userRegistered,
} from '@waybill/contracts';
import { ManualClock } from '@waybill/service-kit';
import { startPostgres, type TestDatabase } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { BillingModule } from '../billing.module.js';
import { billingDatabase } from '../database/billing.database.js';
import { grantPlan, PlanGrants } from '../plans/plan-grants.js';
import { EndedSubscriptionsSweep } from './ended-subscriptions.sweep.js';

const DAY_MS = 86_400_000;

describe('billing', () => {
  let postgres: TestDatabase;
  let billing: RunningService;
  const clock = new ManualClock();
  const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);

  beforeAll(async () => {
    postgres = await startPostgres();
    billing = await startService({
      module: BillingModule.forRoot({
        promotion: { endsAt: inDays(90), message: 'Pro is free this spring' },
        stripe: null,
      }),
      database: billingDatabase,
      service: 'billing',
      url: postgres.url,
      clock,
    });
  });

  afterAll(async () => {
    await billing.close();
    await postgres.stop();
  });

  async function register(email = `${randomUUID()}@example.org`) {
    const userId = randomUUID();
    const told = { userId, name: 'Ada', email, activationToken: null };
    await billing.publish(userRegistered, userId, told);
    return { userId, email, told };
  }

  function plansTold(userId: string) {
    return billing
      .published()
      .filter(({ type, subject }) => type === subscriptionChanged.type && subject === userId)
      .map(({ data }) => data);
  }

  const grants = () => billing.get<PlanGrants>(PlanGrants);

  it('opens the free subscription of a new account and announces it', async () => {
    const { userId } = await register();

    expect(plansTold(userId)).toEqual([{ userId, plan: 'free', version: 1 }]);
  });

  it('opens it once, however often the account is announced', async () => {
    const { userId, told } = await register();
    await billing.publish(userRegistered, userId, told);

    expect(plansTold(userId)).toHaveLength(1);
  });

  it('grants a plan by e-mail address in any case and announces it with a higher version', async () => {
    const { userId, email } = await register();
    await grants().grant(email.toUpperCase(), 'pro');

    expect(plansTold(userId).at(-1)).toEqual({ userId, plan: 'pro', version: 2 });
  });

  it('grants a plan from a command line, without running the service', async () => {
    const { userId, email } = await register();
    const outsider = billing.get<DataSource>(DataSource);
    await grantPlan(outsider, email, 'basic');

    const rows = await outsider.query('SELECT plan, version FROM subscriptions WHERE user_id = $1', [userId]);
    expect(rows).toEqual([{ plan: 'basic', version: 2 }]);
  });

  it('loses no change when an account is granted plans from many sides at once', async () => {
    const { userId, email } = await register();
    await Promise.all(
      Array.from({ length: 8 }, (_, turn) => grants().grant(email, turn % 2 ? 'pro' : 'basic')),
    );

    const versions = plansTold(userId).map((data) => (data as { version: number }).version);
    expect(versions).toEqual(versions.map((_, index) => index + 1));
    const [row] = await billing
      .get<DataSource>(DataSource)
      .query('SELECT plan, version FROM subscriptions WHERE user_id = $1', [userId]);
    expect(plansTold(userId).at(-1)).toEqual({ userId, ...row });
  });

  it('grants nothing to an address without an account', async () => {
    await expect(grants().grant('nobody@example.org', 'pro')).rejects.toMatchObject({
      code: 'billing.unknown-account',
    });
  });

  it('has nothing to cancel on the free plan, nor for a stranger', async () => {
    const { userId } = await register();

    for (const id of [userId, randomUUID()]) {
      await expect(billing.bus.request(cancelSubscription, { userId: id })).rejects.toMatchObject({
        code: 'billing.nothing-to-cancel',
        status: 409,
      });
    }
  });

  it('ends a plan granted without end as soon as it is cancelled', async () => {
    const { userId, email } = await register();
    await grants().grant(email, 'pro');

    const answer = await billing.bus.request(cancelSubscription, { userId });

    expect(answer.subscriptionEndsAt).toBe(clock.now().toISOString());
    expect(plansTold(userId).at(-1)).toEqual({ userId, plan: 'free', version: 3 });
  });

  it('keeps a cancelled plan until the end of its period, then brings it back to free', async () => {
    const { userId, email } = await register();
    const until = inDays(30);
    await grants().grant(email, 'basic', until);

    const answer = await billing.bus.request(cancelSubscription, { userId });
    expect(answer.subscriptionEndsAt).toBe(until.toISOString());
    expect(await billing.bus.request(cancelSubscription, { userId })).toEqual(answer);

    const sweep = billing.get<EndedSubscriptionsSweep>(EndedSubscriptionsSweep);
    await sweep.sweep();
    expect(plansTold(userId).at(-1)).toMatchObject({ plan: 'basic' });

    clock.advance(30 * DAY_MS);
    await Promise.all([sweep.sweep(), sweep.sweep()]);
    expect(plansTold(userId).filter((data) => (data as { plan: string }).plan === 'free')).toHaveLength(2);
    expect(plansTold(userId).at(-1)).toMatchObject({ plan: 'free' });
  });

  it('forgets an account that was deleted', async () => {
    const { userId, email } = await register();
    await billing.publish(userDeleted, userId, { userId });

    await expect(grants().grant(email, 'pro')).rejects.toMatchObject({ code: 'billing.unknown-account' });
  });

  it('opens the subscription of an address whose former account is still to be forgotten, later', async () => {
    const former = await register();
    await expect(register(former.email)).rejects.toThrow();
    await billing.publish(userDeleted, former.userId, { userId: former.userId });

    const { userId } = await register(former.email);
    expect(plansTold(userId)).toEqual([{ userId, plan: 'free', version: 1 }]);
  });

  it('tells of the promotion while it lasts', async () => {
    expect(await billing.bus.request(getPromotion, {})).toMatchObject({
      isActive: true,
      message: 'Pro is free this spring',
    });

    clock.advance(90 * DAY_MS);
    expect(await billing.bus.request(getPromotion, {})).toMatchObject({ isActive: false, message: null });
  });

  it('tells how the parts it stands on are', async () => {
    const { components } = await billing.bus.request(checkHealthOf('billing'), {});

    expect(components).toMatchObject({ database: 'ok', bus: 'ok' });
  });
});
