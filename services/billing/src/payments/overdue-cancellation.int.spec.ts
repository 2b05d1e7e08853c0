import { DAY_MS } from '@waybill/contracts';
import { BillingTestApp } from '../testing/billing-test-app.js';

describe('cancellation of an overdue subscription', () => {
  let billing: BillingTestApp;
  beforeAll(async () => {
    billing = await BillingTestApp.start();
  });
  afterAll(() => billing.close());

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
});
