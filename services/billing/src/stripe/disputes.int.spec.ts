import { BillingTestApp } from '../testing/billing-test-app.js';
import { RecordingApi } from './testing/recording-api.js';
import { stripeForTests } from './testing/signed-events.js';

describe('disputes', () => {
  let api: RecordingApi;
  let billing: BillingTestApp;

  beforeAll(async () => {
    api = await RecordingApi.start(null);
    billing = await BillingTestApp.start({ stripe: { ...stripeForTests, apiUrl: api.url } });
  });
  afterAll(async () => {
    await billing.close();
    await api.stop();
  });

  const dispute = (created: number, status = 'needs_response') => ({
    type: 'charge.dispute.created',
    created,
    object: { id: 'dp_1', charge: 'ch_disputed', status },
  });

  it('a dispute ends the plan of its payment and cancels its subscription', async () => {
    const payer = await billing.subscriber();
    api.response = {
      status: 200,
      body: { id: 'ch_disputed', object: 'charge', customer: payer.customerId, created: payer.start },
    };
    await billing.deliverEvents(dispute(payer.start + 9));

    expect(api.calls.some(({ line }) => line === 'GET /v1/charges/ch_disputed')).toBe(true);
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'free' });
    await billing.pendingCancellationsDone();
    expect(api.calls.at(-1)?.line).toBe(`DELETE /v1/subscriptions/${payer.subscriptionId}`);
  });

  it('an inquiry of the bank leaves the plan as it is', async () => {
    const payer = await billing.subscriber();
    await billing.deliverEvents(dispute(payer.start + 9, 'warning_needs_response'));

    expect(await billing.subscription(payer)).toMatchObject({ plan: 'basic' });
  });

  it('a dispute is refused with 503 while the API fails, so that the event is redelivered', async () => {
    const payer = await billing.subscriber();
    api.response = { status: 500, body: {} };

    await expect(billing.deliverEvents(dispute(payer.start + 9))).rejects.toMatchObject({ status: 503 });
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'basic' });
  });

  it('a dispute of a payment without a customer has no effect', async () => {
    const payer = await billing.subscriber();
    api.response = { status: 200, body: { id: 'ch_disputed', object: 'charge', customer: null, created: 1 } };
    await billing.deliverEvents(dispute(payer.start + 9));

    expect(await billing.subscription(payer)).toMatchObject({ plan: 'basic' });
  });
});
