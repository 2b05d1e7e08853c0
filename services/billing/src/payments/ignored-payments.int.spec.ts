import { stripeForTests } from '../stripe/testing/signed-events.js';
import { BillingTestApp, Payer } from '../testing/billing-test-app.js';

describe('ignored payment events', () => {
  let billing: BillingTestApp;
  const prices = new Map(stripeForTests.prices);
  beforeAll(async () => {
    billing = await BillingTestApp.start({ stripe: { ...stripeForTests, prices } });
  });
  afterAll(() => billing.close());

  it('a payment event of an unknown price takes effect when sent again after the price was configured', async () => {
    const payer = await billing.payer();
    const event = { ...payer.subscription('created', { price: 'price_new' }), id: `evt_${payer.userId}` };
    await billing.deliverEvents(payer.checkout(), event);
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'free' });

    prices.set('price_new', 'pro');
    await billing.deliverEvents(event);
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'pro' });
  });

  it('a checkout takes effect when sent again after its account is known', async () => {
    const payer = new Payer(billing.seconds);
    const checkout = { ...payer.checkout(), id: `evt_${payer.userId}` };
    await billing.deliverEvents(checkout, payer.subscription('created'));
    await billing.register(payer);
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'free' });

    await billing.deliverEvents(checkout);
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'basic' });
  });
});
