import { DAY_MS } from '@waybill/contracts';
import { RecordingApi } from '../stripe/testing/recording-api.js';
import { stripeForTests } from '../stripe/testing/signed-events.js';
import { BillingTestApp, DAY_SECONDS } from '../testing/billing-test-app.js';
import { EndedSubscriptionSweep } from './ended-subscription.sweep.js';

describe('cancellation of an overdue subscription', () => {
  let api: RecordingApi;
  let billing: BillingTestApp;
  beforeAll(async () => {
    api = await RecordingApi.start(null);
    api.response = { status: 200, body: {} };
    billing = await BillingTestApp.start({ stripe: { ...stripeForTests, apiUrl: api.url } });
  });
  beforeEach(() => api.calls.splice(0));
  afterAll(async () => {
    await billing.close();
    await api.stop();
  });

  it('says that a subscription whose payment failed was cancelled', async () => {
    const payer = await billing.subscriber();
    const overdue = { created: payer.start + 1, status: 'past_due' };
    await billing.deliverEvents(payer.subscription('updated', overdue));
    expect(await billing.subscription(payer)).not.toHaveProperty('isCancelled');
    const cancelled = { ...overdue, created: payer.start + 2, cancel_at_period_end: true };
    await billing.deliverEvents(payer.subscription('updated', cancelled));
    expect(await billing.subscription(payer)).toMatchObject({
      status: 'past-due',
      isCancelled: true,
      endsAt: new Date(payer.start * 1000 + 14 * DAY_MS).toISOString(),
    });
  });

  it.each([
    ['whose payment failed two weeks ago', 'past_due', 14],
    ['whose renewal has sent no event', 'active', 34],
  ])('cancels a subscription %s, because it can still be charged', async (_which, status, days) => {
    const payer = await billing.subscriber();
    await billing.deliverEvents(payer.subscription('updated', { created: payer.start + 1, status }));
    billing.clock.advance(days * DAY_SECONDS * 1000);
    await billing.service.get<EndedSubscriptionSweep>(EndedSubscriptionSweep).sweep();
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'free' });

    await expect(billing.cancel(payer)).resolves.toMatchObject({
      message: 'Your subscription has been cancelled.',
    });
    expect(api.calls.map(({ line }) => line)).toEqual([
      `POST /v1/subscriptions/${payer.subscriptionId} cancel_at_period_end=true`,
    ]);
    await expect(billing.cancel(payer)).rejects.toMatchObject({ code: 'billing.nothing-to-cancel' });
  });
});
