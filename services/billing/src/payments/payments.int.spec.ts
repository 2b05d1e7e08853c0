import { listOffers } from '@waybill/contracts';
import { PlanGrantService } from '../grants/plan-grant.service.js';
import { signedEvent, type TestEvent } from '../stripe/testing/signed-events.js';
import { EndedSubscriptionSweep } from './ended-subscription.sweep.js';
import { BillingTestApp, DAY_SECONDS, Payer } from '../testing/billing-test-app.js';

let billing: BillingTestApp;
beforeAll(async () => {
  billing = await BillingTestApp.start();
});
afterAll(() => billing.close());

const planOf = async (payer: Payer) => (await billing.subscription(payer)).plan;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

async function passDays(days: number): Promise<void> {
  billing.clock.advance(days * DAY_SECONDS * 1000);
  await billing.service.get<EndedSubscriptionSweep>(EndedSubscriptionSweep).sweep();
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  );
}

describe('webhook signature', () => {
  const failure = { code: 'billing.invalid-signature', status: 400 };

  it('a webhook signature is accepted up to an age of 300 seconds', async () => {
    const payer = await billing.payer();
    const at = (ageSeconds: number) => new Date(billing.clock.now().getTime() - ageSeconds * 1000);
    await expect(billing.deliver(signedEvent(payer.checkout(), { at: at(301) }))).rejects.toMatchObject(
      failure,
    );
    await expect(billing.deliver(signedEvent(payer.checkout(), { at: at(299) }))).resolves.toEqual({});
  });

  it('a webhook signature is refused if missing, malformed, made with another secret or over another body', async () => {
    const payer = await billing.payer();
    const at = billing.clock.now();
    const signed = signedEvent(payer.subscription('created'), { at });
    const other = signedEvent(payer.subscription('created', { price: 'price_pm' }), { at });
    const wrong = [
      { ...signed, signature: '' },
      { ...signed, signature: 'nonsense' },
      signedEvent(payer.checkout(), { at, secret: 'whsec_other' }),
      { ...signed, payload: other.payload },
    ];
    for (const message of wrong) await expect(billing.deliver(message)).rejects.toMatchObject(failure);
  });
});

describe('payment events', () => {
  it('payment events activate a plan in either order of checkout and subscription', async () => {
    for (const order of permutations(['checkout', 'subscription'])) {
      const payer = await billing.payer();
      const events = { checkout: payer.checkout(), subscription: payer.subscription('created') };
      for (const which of order) await billing.deliverEvents(events[which as keyof typeof events]);
      expect(await billing.subscription(payer)).toEqual({
        plan: 'basic',
        status: 'active',
        renewsAt: iso(payer.end),
        endsAt: null,
      });
    }
  });

  const story = (payer: Payer): TestEvent[] => [
    payer.checkout(),
    payer.subscription('created', { status: 'incomplete' }),
    payer.subscription('updated', { created: payer.start + 1 }),
    payer.subscription('updated', {
      created: payer.start + 9,
      price: 'price_pm',
      cancel_at_period_end: true,
    }),
  ];

  it.each([
    ['to the newest state', story, { plan: 'pro', status: 'ending' }],
    [
      'to the end of the subscription',
      (payer: Payer) => [
        ...story(payer).slice(0, 3),
        payer.subscription('deleted', { created: payer.start }),
      ],
      { plan: 'free' },
    ],
  ])('payment events lead %s in each of their 24 orders of arrival', async (_what, eventsOf, expected) => {
    for (const order of permutations([0, 1, 2, 3])) {
      const payer = await billing.payer();
      const events = eventsOf(payer);
      for (const index of order) await billing.deliverEvents(events[index]!);
      expect(await billing.subscription(payer)).toMatchObject(expected);
    }
  });

  it('payment events take effect once when delivered several times concurrently', async () => {
    const payer = await billing.payer();
    await billing.deliverEvents(payer.checkout());
    const event = { ...payer.subscription('created'), id: 'evt_repeated' };
    await Promise.all(Array.from({ length: 5 }, () => billing.deliverEvents(event)));

    expect(billing.publishedPlans(payer)).toEqual(['free', 'basic']);
    expect(await billing.query('SELECT 1 FROM payment_events WHERE event_id = $1', [event.id])).toHaveLength(
      1,
    );
  });

  it('a payment event is ignored when redelivered after a newer event of the same second', async () => {
    const payer = await billing.subscriber();
    const first = { ...payer.subscription('updated', { price: 'price_pm' }), id: `evt_${payer.userId}` };
    await billing.deliverEvents(first, payer.subscription('updated'), first);
    expect(billing.publishedPlans(payer)).toEqual(['free', 'basic', 'pro', 'basic']);
  });

  it('payment events that arrive concurrently are all applied', async () => {
    const payers = await Promise.all(Array.from({ length: 8 }, () => billing.payer()));
    await Promise.all(
      payers.flatMap((payer) => [
        billing.deliverEvents(payer.subscription('created')),
        billing.deliverEvents(payer.checkout()),
      ]),
    );
    for (const payer of payers) expect(await planOf(payer)).toBe('basic');
  });

  it('accepts irrelevant and malformed payment events, and those of unknown accounts, without effect', async () => {
    const payer = await billing.payer();
    const stranger = new Payer(payer.start);
    await billing.deliverEvents(
      { type: 'invoice.paid', created: payer.start, object: { id: 'in_1' } },
      { type: 'a.type.of.tomorrow', created: payer.start, object: {} },
      { type: 'customer.subscription.updated', created: payer.start, object: { id: 'unreadable' } },
      { ...payer.checkout(), object: { customer: payer.customerId, client_reference_id: 'not an id' } },
      stranger.checkout(),
      stranger.subscription('created'),
    );
    expect(billing.publishedPlans(payer)).toEqual(['free']);
    expect(await planOf(stranger)).toBe('free');
  });

  it('payment events of an unconfigured price are ignored, except the end of the subscription', async () => {
    const payer = await billing.payer();
    await billing.deliverEvents(payer.checkout(), payer.subscription('created', { price: 'price_else' }));
    expect(await planOf(payer)).toBe('free');

    const subscriber = await billing.subscriber();
    await billing.deliverEvents(
      subscriber.subscription('updated', { created: subscriber.start + 1, price: 'price_else' }),
    );
    expect(await planOf(subscriber)).toBe('basic');
    await billing.deliverEvents(
      subscriber.subscription('deleted', { created: subscriber.start + 2, price: 'price_else' }),
    );
    expect(await planOf(subscriber)).toBe('free');
  });

  it('payment events are parsed in the form of older API versions', async () => {
    const payer = await billing.payer();
    const items = { data: [{ price: { id: 'price_pm' } }] };
    const period = { current_period_start: payer.start, current_period_end: payer.end };
    await billing.deliverEvents(payer.checkout(), payer.subscription('created', { items, ...period }));
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'pro', renewsAt: iso(payer.end) });
  });
});

describe('paid plan', () => {
  it('each renewal extends the paid plan', async () => {
    const payer = await billing.subscriber();
    await passDays(30);
    const end = payer.end + 30 * DAY_SECONDS;
    await billing.deliverEvents(payer.subscription('updated', { created: payer.end, start: payer.end, end }));
    await passDays(4);
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'basic', renewsAt: iso(end) });
  });

  it('a paid plan ends three days after its period without a renewal event', async () => {
    const payer = await billing.subscriber();
    await passDays(32);
    expect(await planOf(payer)).toBe('basic');
    await passDays(2);
    expect(await planOf(payer)).toBe('free');
    expect(billing.publishedPlans(payer)).toEqual(['free', 'basic', 'free']);
  });

  it('a paid plan ends with its period after a cancellation at the provider, which can be undone', async () => {
    const payer = await billing.subscriber();
    await billing.deliverEvents(
      payer.subscription('updated', { created: payer.start + 1, cancel_at_period_end: true }),
    );
    expect(await billing.subscription(payer)).toMatchObject({ status: 'ending', endsAt: iso(payer.end) });
    await billing.deliverEvents(payer.subscription('updated', { created: payer.start + 2 }));
    expect(await billing.subscription(payer)).toMatchObject({ status: 'active', endsAt: null });
    await billing.deliverEvents(
      payer.subscription('updated', { created: payer.start + 3, cancel_at: payer.end }),
    );
    await passDays(30);
    expect(await planOf(payer)).toBe('free');
  });

  it('a paid plan lasts fourteen days after a failed payment and returns with a payment', async () => {
    const payer = await billing.subscriber();
    await billing.deliverEvents(
      payer.subscription('updated', { created: payer.start + 1, status: 'past_due' }),
    );
    expect(await billing.subscription(payer)).toEqual({
      plan: 'basic',
      status: 'past-due',
      renewsAt: null,
      endsAt: iso(payer.start + 14 * DAY_SECONDS),
    });
    await passDays(14);
    expect(await planOf(payer)).toBe('free');
    await billing.deliverEvents(payer.subscription('updated', { created: payer.start + 15 * DAY_SECONDS }));
    expect(await planOf(payer)).toBe('basic');
  });

  it.each(['unpaid', 'paused', 'incomplete_expired', 'canceled'])(
    'a paid plan ends when the subscription is %s',
    async (status) => {
      const payer = await billing.subscriber();
      await billing.deliverEvents(payer.subscription('updated', { created: payer.start + 1, status }));
      expect(await planOf(payer)).toBe('free');
    },
  );

  it('a paid plan ends with a full refund in any order of the events', async () => {
    for (const order of permutations([0, 1, 2])) {
      const payer = await billing.payer();
      const events = [payer.checkout(), payer.subscription('created'), payer.refund()];
      for (const index of order) await billing.deliverEvents(events[index]!);
      expect(await planOf(payer)).toBe('free');
      const pendingCancellations = 'SELECT 1 FROM payment_endings WHERE subscription_id = $1';
      expect(await billing.query(pendingCancellations, [payer.subscriptionId])).toHaveLength(1);
    }
  });

  it('a paid plan stays after a partial refund and after a refund of an earlier period', async () => {
    const payer = await billing.subscriber();
    const part = payer.refund();
    await billing.deliverEvents({ ...part, object: { ...part.object, refunded: false } });
    await billing.deliverEvents(payer.refund(payer.start + 5, payer.start - 40 * DAY_SECONDS));
    expect(await planOf(payer)).toBe('basic');
  });

  it('a paid plan yields to a better grant and returns after it', async () => {
    const payer = await billing.subscriber();
    const grants = billing.service.get<PlanGrantService>(PlanGrantService);
    const until = new Date(billing.clock.now().getTime() + DAY_SECONDS * 1000);
    expect(await grants.grant(payer.email, 'pro', until)).toBe('pro');
    await passDays(1);
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'basic', status: 'active' });
    expect(await grants.grant(payer.email, 'free')).toBe('basic');
  });
});

describe('offers', () => {
  const offersTo = async (buyer: Payer | null) =>
    (
      await billing.service.bus.request(listOffers, {
        buyer: buyer && { userId: buyer.userId, email: buyer.email },
      })
    ).offers;

  it('an account on the free plan gets offers with links that have its id and address', async () => {
    const payer = await billing.payer();
    const [, offer] = await offersTo(payer);
    expect(offer).toMatchObject({ plan: 'pro', period: 'annual' });
    const url = new URL(offer!.url!);
    expect(url.origin + url.pathname).toBe('https://pay.example/pa');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      locale: 'de',
      prefilled_email: payer.email,
      client_reference_id: payer.userId,
    });
  });

  it('visitors, paying accounts and unknown accounts get offers without links', async () => {
    for (const buyer of [null, await billing.subscriber(), new Payer(0)]) {
      expect((await offersTo(buyer)).map(({ url }) => url)).toEqual([null, null]);
    }
  });
});

describe('billing without a payment provider', () => {
  it('lists no offers and refuses webhook events', async () => {
    const free = await BillingTestApp.start({ stripe: null });
    try {
      expect(await free.service.bus.request(listOffers, { buyer: null })).toEqual({ offers: [] });
      await expect(free.deliverEvents(new Payer(1).checkout())).rejects.toMatchObject({
        code: 'billing.not-configured',
      });
    } finally {
      await free.close();
    }
  });
});
