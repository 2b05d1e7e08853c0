import { randomUUID } from 'node:crypto';
import { type RunningService, startService } from '@waybill/bus/testing';
import {
  cancelSubscription,
  getPromotion,
  grantPersonPlan,
  checkHealthOf,
  subscriptionChanged,
  userDeleted,
  userRegistered,
  DAY_MS,
} from '@waybill/contracts';
import { ManualClock } from '@waybill/service-kit';
import { startPostgres, type TestDatabase } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { BillingModule } from '../billing.module.js';
import { billingDatabase } from '../database/billing.database.js';
import { grantPlan } from '../grants/grant-plan.js';
import { PlanGrantService } from '../grants/plan-grant.service.js';
import { EndedSubscriptionSweep } from '../payments/ended-subscription.sweep.js';

describe('subscriptions', () => {
  let postgres: TestDatabase;
  let billing: RunningService;
  const clock = new ManualClock();
  const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);

  beforeAll(async () => {
    postgres = await startPostgres();
    billing = await startService({
      module: BillingModule.forRoot({
        promotion: { endsAt: inDays(90), message: 'Pro is free this spring' },
        defaultPlan: 'free',
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
    const event = { userId, name: 'Ada', email, activationToken: null };
    await billing.publish(userRegistered, userId, event);
    return { userId, email, event };
  }

  function publishedPlans(userId: string) {
    return billing
      .published()
      .filter(({ type, subject }) => type === subscriptionChanged.type && subject === userId)
      .map(({ data }) => subscriptionChanged.data.parse(data));
  }

  const grants = () => billing.get<PlanGrantService>(PlanGrantService);

  it('creates and publishes the free subscription of a new account', async () => {
    const { userId } = await register();

    expect(publishedPlans(userId)).toEqual([{ userId, plan: 'free', version: 1 }]);
  });

  it('creates one subscription for redelivered registration events', async () => {
    const { userId, event } = await register();
    await billing.publish(userRegistered, userId, event);

    expect(publishedPlans(userId)).toHaveLength(1);
  });

  it('creates no subscription for an account that was deleted before its registration is consumed', async () => {
    const userId = randomUUID();
    const email = `${userId}@example.org`;
    await billing.publish(userDeleted, userId, { userId });
    await billing.publish(userRegistered, userId, { userId, name: 'Ada', email, activationToken: null });

    expect(publishedPlans(userId)).toEqual([]);
    // The address is free again: a new account can sign up with it.
    const again = await register(email);
    expect(publishedPlans(again.userId)).toHaveLength(1);
  });

  it('grants a plan by e-mail address in any case and publishes it with a higher version', async () => {
    const { userId, email } = await register();
    await grants().grant(email.toUpperCase(), 'pro');

    expect(publishedPlans(userId).at(-1)).toEqual({ userId, plan: 'pro', version: 2 });
  });

  it('grants a plan from the command line without starting the service', async () => {
    const { userId, email } = await register();
    const database = billing.get<DataSource>(DataSource);
    await grantPlan(database, email, 'basic');

    const rows = await database.query('SELECT plan, version FROM subscriptions WHERE user_id = $1', [userId]);
    expect(rows).toEqual([{ plan: 'basic', version: 2 }]);
  });

  it('serialises concurrent grants', async () => {
    const { userId, email } = await register();
    await Promise.all(
      Array.from({ length: 8 }, (_, phase) => grants().grant(email, phase % 2 ? 'pro' : 'basic')),
    );

    // PostgreSQL may report a commit after the next transaction has got its lock and committed.
    const published = publishedPlans(userId).toSorted((one, other) => one.version - other.version);
    expect(published.map(({ version }) => version)).toEqual(published.map((_, index) => index + 1));
    const [row] = await billing
      .get<DataSource>(DataSource)
      .query('SELECT plan, version FROM subscriptions WHERE user_id = $1', [userId]);
    expect(published.at(-1)).toEqual({ userId, ...row });
  });

  it('waits for the registration of an account to which an administrator grants a plan immediately', async () => {
    const userId = randomUUID();
    const granted = billing.bus.request(grantPersonPlan, { userId, plan: 'pro' });
    const event = { userId, email: `${userId}@example.org`, name: 'Ada', activationToken: null };
    await billing.publish(userRegistered, userId, event);

    await expect(granted).resolves.toEqual({ plan: 'pro', version: 2 });
    await expect(billing.bus.request(grantPersonPlan, { userId, plan: 'pro' })).resolves.toEqual({
      plan: 'pro',
      version: 2,
    });
  });

  it('refuses a grant to an address without an account', async () => {
    await expect(grants().grant('nobody@example.org', 'pro')).rejects.toMatchObject({
      code: 'billing.unknown-account',
    });
  });

  it('refuses a cancellation on the free plan and of an unknown account', async () => {
    const { userId } = await register();

    for (const id of [userId, randomUUID()]) {
      await expect(billing.bus.request(cancelSubscription, { userId: id })).rejects.toMatchObject({
        code: 'billing.nothing-to-cancel',
        status: 409,
      });
    }
  });

  it('immediately ends a grant without end date when it is cancelled', async () => {
    const { userId, email } = await register();
    await grants().grant(email, 'pro');

    const reply = await billing.bus.request(cancelSubscription, { userId });

    expect(reply.subscriptionEndsAt).toBe(clock.now().toISOString());
    expect(publishedPlans(userId).at(-1)).toEqual({ userId, plan: 'free', version: 3 });
  });

  it('keeps a cancelled plan until the end of its period, then returns it to free', async () => {
    const { userId, email } = await register();
    const until = inDays(30);
    await grants().grant(email, 'basic', until);

    const reply = await billing.bus.request(cancelSubscription, { userId });
    expect(reply.subscriptionEndsAt).toBe(until.toISOString());
    expect(await billing.bus.request(cancelSubscription, { userId })).toEqual(reply);

    const sweep = billing.get<EndedSubscriptionSweep>(EndedSubscriptionSweep);
    await sweep.sweep();
    expect(publishedPlans(userId).at(-1)).toMatchObject({ plan: 'basic' });

    clock.advance(30 * DAY_MS);
    await Promise.all([sweep.sweep(), sweep.sweep()]);
    expect(publishedPlans(userId).filter((data) => (data as { plan: string }).plan === 'free')).toHaveLength(
      2,
    );
    expect(publishedPlans(userId).at(-1)).toMatchObject({ plan: 'free' });
  });

  it('deletes the subscription of a deleted account', async () => {
    const { userId, email } = await register();
    await billing.publish(userDeleted, userId, { userId });

    await expect(grants().grant(email, 'pro')).rejects.toMatchObject({ code: 'billing.unknown-account' });
  });

  it('creates the subscription of a reused address once the former account is deleted', async () => {
    const former = await register();
    await expect(register(former.email)).rejects.toThrow();
    await billing.publish(userDeleted, former.userId, { userId: former.userId });

    const { userId } = await register(former.email);
    expect(publishedPlans(userId)).toEqual([{ userId, plan: 'free', version: 1 }]);
  });

  it('returns the promotion while it is active', async () => {
    expect(await billing.bus.request(getPromotion, {})).toMatchObject({
      isActive: true,
      message: 'Pro is free this spring',
    });

    clock.advance(90 * DAY_MS);
    expect(await billing.bus.request(getPromotion, {})).toMatchObject({ isActive: false, message: null });
  });

  it('reports the health of the service', async () => {
    const { components } = await billing.bus.request(checkHealthOf('billing'), {});

    expect(components).toMatchObject({ database: 'ok', bus: 'ok' });
  });
});
