import { PaymentProvider } from '../payments/payment-provider.js';
import { PaymentRetentionSweep } from '../payments/payment-retention.sweep.js';
import { BillingTestApp, DAY_SECONDS, Payer } from '../testing/billing-test-app.js';

const TABLES = ['payment_customers', 'paid_subscriptions', 'payment_refunds'];

describe('payment data of deleted accounts', () => {
  let billing: BillingTestApp;
  let cancelNow: jest.SpyInstance;
  beforeAll(async () => {
    billing = await BillingTestApp.start();
    cancelNow = jest
      .spyOn(billing.service.get<PaymentProvider>(PaymentProvider), 'cancelNow')
      .mockResolvedValue(true);
  });
  afterAll(() => billing.close());

  /** The tables that have a row of the customer. */
  async function tablesOf({ customerId }: Payer): Promise<string[]> {
    const counts = await Promise.all(
      TABLES.map((table) => billing.query(`SELECT 1 FROM ${table} WHERE customer_id = $1`, [customerId])),
    );
    return TABLES.filter((_, index) => counts[index]!.length > 0);
  }

  async function sweepAfterDays(days: number): Promise<void> {
    billing.clock.advance(days * DAY_SECONDS * 1000);
    await billing.service.get<PaymentRetentionSweep>(PaymentRetentionSweep).sweep();
  }

  it('the events that follow the deletion of a paying account store nothing', async () => {
    const payer = await billing.subscriber();
    await billing.remove(payer);
    await billing.deliverEvents(
      payer.subscription('updated', { created: payer.start + 1 }),
      payer.subscription('deleted', { created: payer.start + 2 }),
      payer.refund(payer.start + 3),
      payer.checkout(),
    );
    expect(await tablesOf(payer)).toEqual([]);
  });

  it.each([
    ['checkout and subscription', [], ['checkout', 'subscription']],
    ['subscription and checkout', [], ['subscription', 'checkout']],
    ['checkout', ['subscription'], ['checkout']],
    ['subscription', ['checkout'], ['subscription']],
  ] as const)(
    'a subscription is cancelled if its account was deleted before the event of the %s arrived',
    async (_name, earlier, later) => {
      const payer = await billing.payer();
      const events = { checkout: payer.checkout(), subscription: payer.subscription('created') };
      await billing.deliverEvents(...earlier.map((name) => events[name]));
      await billing.remove(payer);
      await billing.deliverEvents(...later.map((name) => events[name]));
      await billing.pendingCancellationsDone();
      expect(cancelNow).toHaveBeenCalledWith(payer.subscriptionId);
      expect(await tablesOf(payer)).toEqual([]);
    },
  );

  it('a late checkout of a deleted account cancels nothing of another account of its customer', async () => {
    const former = await billing.payer();
    await billing.remove(former);
    const payer = Object.assign(await billing.payer(), { customerId: former.customerId });
    await billing.deliverEvents(payer.checkout(), payer.subscription('created'), former.checkout());
    expect(await billing.query('SELECT 1 FROM payment_endings')).toEqual([]);
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'basic' });
  });

  it('a customer of a deleted account that buys for another account gets its plan', async () => {
    const former = await billing.subscriber();
    await billing.remove(former);
    const { userId, start } = await billing.payer();
    const payer = Object.assign(new Payer(start), { userId, customerId: former.customerId });
    await billing.deliverEvents(payer.checkout(), payer.subscription('created'));
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'basic' });
  });

  it('payments without an account are deleted after 30 days, and those of an account stay', async () => {
    const stranger = new Payer(billing.seconds);
    const payer = await billing.subscriber();
    await billing.deliverEvents(stranger.subscription('created'), stranger.refund(), payer.refund());

    await sweepAfterDays(29);
    expect(await tablesOf(stranger)).toEqual(['paid_subscriptions', 'payment_refunds']);
    await sweepAfterDays(2);
    expect(await tablesOf(stranger)).toEqual([]);
    expect(await tablesOf(payer)).toEqual(TABLES);
  });
});
