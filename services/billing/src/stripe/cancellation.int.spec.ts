import { describeWithServer, eventually, startStripeMock } from '@waybill/testing';
import { BillingTestApp, type Payer } from '../testing/billing-test-app.js';
import { stripeForTests } from './testing/signed-events.js';
import { RecordingApi } from './testing/recording-api.js';

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const stateOf = (billing: BillingTestApp, payer: Payer) => billing.subscription(payer);

async function startWith(upstream: string | null): Promise<{ api: RecordingApi; billing: BillingTestApp }> {
  const api = await RecordingApi.start(upstream);
  const billing = await BillingTestApp.start({ stripe: { ...stripeForTests, apiUrl: api.url } });
  return { api, billing };
}

describeWithServer("cancellation with a mock of Stripe's API", startStripeMock, (stripe) => {
  let api: RecordingApi;
  let billing: BillingTestApp;
  beforeAll(async () => {
    ({ api, billing } = await startWith(stripe().url));
  });
  beforeEach(() => api.calls.splice(0));
  afterAll(async () => {
    await billing.close();
    await api.stop();
  });

  it('keeps the plan until the end of the period and is idempotent', async () => {
    const payer = await billing.subscriber();

    const reply = await billing.cancel(payer);
    expect(reply).toEqual({
      message: 'Your subscription has been cancelled. You keep your plan until the end of the period.',
      subscriptionEndsAt: iso(payer.end),
    });
    expect(await billing.cancel(payer)).toEqual(reply);

    expect(await stateOf(billing, payer)).toEqual({
      plan: 'basic',
      status: 'ending',
      renewsAt: null,
      endsAt: iso(payer.end),
    });
    expect(api.calls.map(({ line }) => line)).toEqual([
      `POST /v1/subscriptions/${payer.subscriptionId} cancel_at_period_end=true`,
    ]);
  });

  it('cancels every subscription that would renew', async () => {
    const payer = await billing.subscriber();
    await billing.deliverEvents(payer.subscription('created', { id: 'sub_second', price: 'price_pm' }));
    await billing.cancel(payer);

    expect(api.calls.map(({ line }) => line.split(' ')[1]).sort()).toEqual(
      ['sub_second', payer.subscriptionId].map((id) => `/v1/subscriptions/${id}`).sort(),
    );
    expect(await stateOf(billing, payer)).toMatchObject({ plan: 'pro', status: 'ending' });
  });

  it('refuses a cancellation on the free plan without a call to the API', async () => {
    const payer = await billing.payer();
    await expect(billing.cancel(payer)).rejects.toMatchObject({
      code: 'billing.nothing-to-cancel',
      status: 409,
    });
    expect(api.calls).toEqual([]);
  });

  it('cancels immediately for a deleted account and leaves no row of it', async () => {
    const payer = await billing.subscriber();
    await billing.remove(payer);
    await billing.pendingCancellationsDone();

    expect(api.calls.map(({ line }) => line)).toEqual([`DELETE /v1/subscriptions/${payer.subscriptionId}`]);
    for (const table of ['subscriptions', 'payment_customers', 'paid_subscriptions', 'payment_endings']) {
      const rows = await billing.query<object>(`SELECT * FROM ${table}`);
      expect(JSON.stringify(rows)).not.toContain(payer.userId);
    }
  });

  it('cancels immediately after a full refund', async () => {
    const payer = await billing.subscriber();
    await billing.deliverEvents(payer.refund());
    await billing.pendingCancellationsDone();

    expect(api.calls.map(({ line }) => line)).toEqual([`DELETE /v1/subscriptions/${payer.subscriptionId}`]);
  });
});

describe('cancellation with a failing API', () => {
  let api: RecordingApi;
  let billing: BillingTestApp;
  beforeAll(async () => {
    ({ api, billing } = await startWith(null));
  });
  afterAll(async () => {
    await billing.close();
    await api.stop();
  });

  it.each([
    ['fails', 500],
    ['refuses the key', 401],
    ['limits the rate', 429],
  ])('refuses the cancellation and changes nothing when the API %s', async (_what, status) => {
    const payer = await billing.subscriber();
    api.response = { status, body: { error: { type: 'api_error', message: 'sk_test_waybill is wrong' } } };

    const failure = await billing.cancel(payer).then(String, (error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'billing.provider-unavailable',
      status: 503,
      message:
        'The payment provider cannot be reached right now. Nothing was changed; please try again in a moment.',
    });
    expect(await stateOf(billing, payer)).toMatchObject({ plan: 'basic', status: 'active' });
  });

  it('sends a repeated cancellation with another idempotency key, so that Stripe does not repeat a failure', async () => {
    const payer = await billing.subscriber();
    api.calls.splice(0);
    api.response = { status: 500, body: { error: { type: 'api_error', message: 'failed' } } };
    await expect(billing.cancel(payer)).rejects.toMatchObject({ code: 'billing.provider-unavailable' });
    const failed = new Set(api.calls.map(({ idempotencyKey }) => idempotencyKey));

    api.calls.splice(0);
    api.response = { status: 200, body: { id: payer.subscriptionId } };
    await billing.cancel(payer);
    for (const { idempotencyKey } of api.calls) expect(failed).not.toContain(idempotencyKey);
    expect(await stateOf(billing, payer)).toMatchObject({ plan: 'basic', status: 'ending' });
  });

  it('ends the plan immediately when the subscription no longer exists', async () => {
    const payer = await billing.subscriber();
    api.response = {
      status: 404,
      body: {
        error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such subscription' },
      },
    };

    const reply = await billing.cancel(payer);
    expect(reply.subscriptionEndsAt).toBe(billing.clock.now().toISOString());
    expect(await stateOf(billing, payer)).toMatchObject({ plan: 'free' });
  });

  it.each(['canceled', 'incomplete_expired'])(
    'ends the plan immediately when Stripe changes nothing of the subscription because it is %s',
    async (status) => {
      const payer = await billing.subscriber();
      const message = 'A canceled subscription can only update its cancellation_details and metadata.';
      api.response = { status: 400, body: { error: { type: 'invalid_request_error', message } } };
      api.subscription = { status: 200, body: { id: payer.subscriptionId, status } };

      const reply = await billing.cancel(payer);
      expect(reply.subscriptionEndsAt).toBe(billing.clock.now().toISOString());
      expect(await stateOf(billing, payer)).toMatchObject({ plan: 'free' });
    },
  );

  it.each([
    ['goes on', { status: 200, body: { id: 'sub_1', status: 'active' } }],
    ['cannot be read', { status: 500, body: {} }],
  ])(
    'changes nothing when Stripe refuses the cancellation of a subscription that %s',
    async (_what, read) => {
      const payer = await billing.subscriber();
      api.response = { status: 400, body: { error: { type: 'invalid_request_error', message: 'Refused' } } };
      api.subscription = read;
      await expect(billing.cancel(payer)).rejects.toMatchObject({ code: 'billing.provider-unavailable' });
      expect(await stateOf(billing, payer)).toMatchObject({ plan: 'basic', status: 'active' });
    },
  );

  it('retries the cancellation for a deleted account until the API is available', async () => {
    const payer = await billing.subscriber();
    api.response = { status: 500, body: {} };
    await billing.remove(payer);
    await eventually(async () => {
      const waiting = 'SELECT 1 FROM payment_endings WHERE attempts > 0';
      expect(await billing.query(waiting)).toHaveLength(1);
    });

    api.response = { status: 200, body: {} };
    await billing.pendingCancellationsDone();
    expect(api.calls.at(-1)?.line).toBe(`DELETE /v1/subscriptions/${payer.subscriptionId}`);
  });

  it.each(['incomplete', 'unpaid', 'paused'])(
    'cancels a subscription of a deleted account that is %s, because it can still be paid',
    async (status) => {
      const payer = await billing.subscriber();
      await billing.deliverEvents(payer.subscription('updated', { created: payer.start + 1, status }));
      api.calls.splice(0);
      api.response = { status: 200, body: {} };
      await billing.remove(payer);
      await billing.pendingCancellationsDone();
      expect(api.calls.map(({ line }) => line)).toEqual([`DELETE /v1/subscriptions/${payer.subscriptionId}`]);
    },
  );

  it('leaves a subscription of a deleted account alone that has expired', async () => {
    const payer = await billing.subscriber();
    const expired = { created: payer.start + 1, status: 'incomplete_expired' };
    await billing.deliverEvents(payer.subscription('updated', expired));
    api.calls.splice(0);
    await billing.remove(payer);
    await billing.pendingCancellationsDone();
    expect(api.calls).toEqual([]);
  });
});
