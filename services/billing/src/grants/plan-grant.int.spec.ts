import { EndedSubscriptionSweep } from '../payments/ended-subscription.sweep.js';
import { BillingTestApp, DAY_SECONDS, type Payer } from '../testing/billing-test-app.js';
import { PlanGrantService } from './plan-grant.service.js';

describe('granted plan of a paying account', () => {
  let billing: BillingTestApp;
  beforeAll(async () => {
    billing = await BillingTestApp.start();
  });
  afterAll(() => billing.close());

  const grants = () => billing.service.get<PlanGrantService>(PlanGrantService);
  const inDays = (days: number) => new Date(billing.clock.now().getTime() + days * DAY_SECONDS * 1000);

  async function passDays(days: number): Promise<void> {
    billing.clock.advance(days * DAY_SECONDS * 1000);
    await billing.service.get<EndedSubscriptionSweep>(EndedSubscriptionSweep).sweep();
  }

  const pay = (payer: Payer) =>
    billing.deliverEvents(payer.checkout(), payer.subscription('created', { price: 'price_pm' }));
  const cancelAtProvider = (payer: Payer) =>
    billing.deliverEvents(
      payer.subscription('updated', {
        created: payer.start + 1,
        price: 'price_pm',
        cancel_at_period_end: true,
      }),
    );

  it('a granted plan counts again when a better paid plan ends', async () => {
    const payer = await billing.payer();
    await grants().grant(payer.email, 'basic');
    await pay(payer);
    await cancelAtProvider(payer);
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'pro', status: 'ending' });

    await passDays(30);
    expect(await billing.subscription(payer)).toEqual({
      plan: 'basic',
      status: 'active',
      renewsAt: null,
      endsAt: null,
    });
  });

  it('a plan that is granted to an account paying for it stays when the payments end', async () => {
    const payer = await billing.subscriber('price_pm');
    await cancelAtProvider(payer);
    expect(await grants().grant(payer.email, 'pro')).toBe('pro');

    await passDays(30);
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'pro', status: 'active' });
  });

  it('a grant that ends or is withdrawn while a paid plan counts does not count again', async () => {
    const [ending, withdrawn] = [await billing.payer(), await billing.payer()];
    await grants().grant(ending.email, 'basic', inDays(20));
    await grants().grant(withdrawn.email, 'basic');
    for (const payer of [ending, withdrawn]) {
      await pay(payer);
      await cancelAtProvider(payer);
    }
    expect(await grants().grant(withdrawn.email, 'free')).toBe('pro');

    await passDays(30);
    for (const payer of [ending, withdrawn])
      expect(await billing.subscription(payer)).toMatchObject({ plan: 'free' });
  });

  it('cancelling a paid plan again keeps the granted plan behind it', async () => {
    const payer = await billing.payer();
    await grants().grant(payer.email, 'basic');
    await pay(payer);
    await cancelAtProvider(payer);
    await billing.cancel(payer);

    await passDays(30);
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'basic' });
  });
});
