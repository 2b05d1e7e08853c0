import { BillingTestApp } from '../testing/billing-test-app.js';
import { PaymentProvider } from './payment-provider.js';
import { PendingCancellationSweep } from './pending-cancellation.sweep.js';

describe('pending cancellations', () => {
  let billing: BillingTestApp;
  beforeAll(async () => {
    billing = await BillingTestApp.start();
  });
  afterAll(() => billing.close());

  it('wait for the next start once the process stops, however many there are', async () => {
    const sweep = billing.service.get<PendingCancellationSweep>(PendingCancellationSweep);
    await billing.query(
      "INSERT INTO payment_endings (subscription_id, due_at) SELECT 'sub_' || n, $1 FROM generate_series(1, 9) n",
      [billing.clock.now()],
    );
    let stopped: Promise<void> | undefined;
    const cancelNow = jest
      .spyOn(billing.service.get<PaymentProvider>(PaymentProvider), 'cancelNow')
      .mockImplementation(() => {
        stopped = sweep.onModuleDestroy();
        return Promise.resolve(true);
      });
    await sweep.sweep();
    await stopped;
    // The run of the start may have taken one as well.
    expect(cancelNow.mock.calls.length).toBeLessThanOrEqual(2);
    expect(await billing.query('SELECT FROM payment_endings')).toHaveLength(9 - cancelNow.mock.calls.length);
  });
});
