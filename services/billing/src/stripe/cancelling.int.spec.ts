import { describeWithServer, eventually, startStripeMock } from '@waybill/testing';
import { BillingUnderTest, type Payer } from '../testing/billing-under-test.js';
import { stripeForTests } from './testing/signed-events.js';
import { WatchedApi } from './testing/watched-api.js';

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const stateOf = (billing: BillingUnderTest, payer: Payer) => billing.subscription(payer);

async function startWith(behind: string | null): Promise<{ api: WatchedApi; billing: BillingUnderTest }> {
  const api = await WatchedApi.start(behind);
  const billing = await BillingUnderTest.start({ stripe: { ...stripeForTests, apiUrl: api.url } });
  return { api, billing };
}

describeWithServer('cancelling, by the API as Stripe describes it', startStripeMock, (stripe) => {
  let api: WatchedApi;
  let billing: BillingUnderTest;
  beforeAll(async () => {
    ({ api, billing } = await startWith(stripe().url));
  });
  beforeEach(() => api.calls.splice(0));
  afterAll(async () => {
    await billing.close();
    await api.stop();
  });

  it('keeps the plan until the end of the period, and answers the same the second time', async () => {
    const payer = await billing.subscriber();

    const answer = await billing.cancel(payer);
    expect(answer).toEqual({
      message: 'Your subscription has been cancelled. You keep your plan until the end of the period.',
      subscriptionEndsAt: iso(payer.end),
    });
    expect(await billing.cancel(payer)).toEqual(answer);

    expect(await stateOf(billing, payer)).toEqual({
      plan: 'basic',
      status: 'ending',
      renewsAt: null,
      endsAt: iso(payer.end),
    });
    expect(api.calls).toEqual([
      {
        line: `POST /v1/subscriptions/${payer.subscriptionId} cancel_at_period_end=true`,
        idempotencyKey: expect.stringContaining(payer.subscriptionId),
      },
    ]);
  });

  it('is a new wish after the cancellation was taken back', async () => {
    const payer = await billing.subscriber();
    await billing.cancel(payer);
    await billing.tell(
      payer.subscription('updated', { created: payer.start + 5, cancel_at_period_end: true }),
      payer.subscription('updated', { created: payer.start + 6 }),
    );
    await billing.cancel(payer);

    const keys = api.calls.map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(2);
  });

  it('ends every subscription that would renew, so that nobody pays on', async () => {
    const payer = await billing.subscriber();
    await billing.tell(payer.subscription('created', { id: 'sub_second', price: 'price_pm' }));
    await billing.cancel(payer);

    expect(api.calls.map(({ line }) => line.split(' ')[1]).sort()).toEqual(
      ['sub_second', payer.subscriptionId].map((id) => `/v1/subscriptions/${id}`).sort(),
    );
    expect(await stateOf(billing, payer)).toMatchObject({ plan: 'pro', status: 'ending' });
  });

  it('has nothing to do where nothing is paid for', async () => {
    const payer = await billing.payer();
    await expect(billing.cancel(payer)).rejects.toMatchObject({
      code: 'billing.nothing-to-cancel',
      status: 409,
    });
    expect(api.calls).toEqual([]);
  });

  it('is immediate, and final, for an account that was deleted', async () => {
    const payer = await billing.subscriber();
    await billing.remove(payer);
    await billing.paymentsEnded();

    expect(api.calls.map(({ line }) => line)).toEqual([`DELETE /v1/subscriptions/${payer.subscriptionId}`]);
    for (const table of ['subscriptions', 'payment_customers', 'paid_subscriptions', 'payment_endings']) {
      const rows = await billing.query<object>(`SELECT * FROM ${table}`);
      expect(JSON.stringify(rows)).not.toContain(payer.userId);
    }
  });

  it('is immediate for who got their money back', async () => {
    const payer = await billing.subscriber();
    await billing.tell(payer.refund());
    await billing.paymentsEnded();

    expect(api.calls.map(({ line }) => line)).toEqual([`DELETE /v1/subscriptions/${payer.subscriptionId}`]);
  });
});

describe('cancelling, when Stripe', () => {
  let api: WatchedApi;
  let billing: BillingUnderTest;
  beforeAll(async () => {
    ({ api, billing } = await startWith(null));
  });
  afterAll(async () => {
    await billing.close();
    await api.stop();
  });

  it.each([
    ['fails', 500],
    ['refuses our key', 401],
    ['has enough of us', 429],
  ])('%s, says so and changes nothing', async (_what, status) => {
    const payer = await billing.subscriber();
    api.answer = { status, body: { error: { type: 'api_error', message: 'sk_test_waybill is wrong' } } };

    const failure = await billing.cancel(payer).then(String, (error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'billing.provider-unavailable',
      status: 503,
      message:
        'The payment provider cannot be reached right now. Nothing was changed; please try again in a moment.',
    });
    expect(await stateOf(billing, payer)).toMatchObject({ plan: 'basic', status: 'active' });
  });

  it('has the subscription no more, ends the plan at once', async () => {
    const payer = await billing.subscriber();
    api.answer = {
      status: 404,
      body: {
        error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such subscription' },
      },
    };

    const answer = await billing.cancel(payer);
    expect(answer.subscriptionEndsAt).toBe(billing.clock.now().toISOString());
    expect(await stateOf(billing, payer)).toMatchObject({ plan: 'free' });
  });

  it('is away while an account is deleted, is told as soon as it is back', async () => {
    const payer = await billing.subscriber();
    api.answer = { status: 500, body: {} };
    await billing.remove(payer);
    await eventually(async () => {
      const waiting = 'SELECT 1 FROM payment_endings WHERE attempts > 0';
      expect(await billing.query(waiting)).toHaveLength(1);
    });

    api.answer = { status: 200, body: {} };
    await billing.paymentsEnded();
    expect(api.calls.at(-1)?.line).toBe(`DELETE /v1/subscriptions/${payer.subscriptionId}`);
  });
});
