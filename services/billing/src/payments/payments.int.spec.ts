import { listOffers } from '@waybill/contracts';
import { PlanGrants } from '../plans/plan-grants.js';
import { signedEvent, type TestEvent } from '../stripe/testing/signed-events.js';
import { EndedSubscriptionsSweep } from '../subscriptions/ended-subscriptions.sweep.js';
import { BillingUnderTest, DAY_SECONDS, Payer } from '../testing/billing-under-test.js';

let billing: BillingUnderTest;
beforeAll(async () => {
  billing = await BillingUnderTest.start();
});
afterAll(() => billing.close());

const planOf = async (payer: Payer) => (await billing.subscription(payer)).plan;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

async function passDays(days: number): Promise<void> {
  billing.clock.advance(days * DAY_SECONDS * 1000);
  await billing.service.get<EndedSubscriptionsSweep>(EndedSubscriptionsSweep).sweep();
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  );
}

describe('the signature of an event', () => {
  const failure = { code: 'billing.invalid-signature', status: 400 };

  it('may be up to 300 seconds old', async () => {
    const payer = await billing.payer();
    const at = (ageSeconds: number) => new Date(billing.clock.now().getTime() - ageSeconds * 1000);
    await expect(billing.deliver(signedEvent(payer.checkout(), { at: at(301) }))).rejects.toMatchObject(
      failure,
    );
    await expect(billing.deliver(signedEvent(payer.checkout(), { at: at(299) }))).resolves.toEqual({});
  });

  it('must be there, be made with our secret, and be of this very body', async () => {
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

describe('events', () => {
  it('make a plan, whichever of checkout and subscription comes first', async () => {
    for (const order of permutations(['checkout', 'subscription'])) {
      const payer = await billing.payer();
      const events = { checkout: payer.checkout(), subscription: payer.subscription('created') };
      for (const which of order) await billing.tell(events[which as keyof typeof events]);
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
    ['to the newest', story, { plan: 'pro', status: 'ending' }],
    [
      'to an end, after which nothing follows',
      (payer: Payer) => [
        ...story(payer).slice(0, 3),
        payer.subscription('deleted', { created: payer.start }),
      ],
      { plan: 'free' },
    ],
  ])('lead %s, in each of their 24 orders', async (_what, eventsOf, expected) => {
    for (const order of permutations([0, 1, 2, 3])) {
      const payer = await billing.payer();
      const events = eventsOf(payer);
      for (const index of order) await billing.tell(events[index]!);
      expect(await billing.subscription(payer)).toMatchObject(expected);
    }
  });

  it('take effect once, however often and however close together they come', async () => {
    const payer = await billing.payer();
    await billing.tell(payer.checkout());
    const event = { ...payer.subscription('created'), id: 'evt_repeated' };
    await Promise.all(Array.from({ length: 5 }, () => billing.tell(event)));

    expect(billing.plansTold(payer)).toEqual(['free', 'basic']);
    expect(await billing.query('SELECT 1 FROM payment_events WHERE event_id = $1', [event.id])).toHaveLength(
      1,
    );
  });

  it('that come again do not undo what was told since, within one and the same second', async () => {
    const payer = await billing.subscriber();
    const first = { ...payer.subscription('updated', { price: 'price_pm' }), id: `evt_${payer.userId}` };
    await billing.tell(first, payer.subscription('updated'), first);
    expect(billing.plansTold(payer)).toEqual(['free', 'basic', 'pro', 'basic']);
  });

  it('lose nothing when they come at the same moment', async () => {
    const payers = await Promise.all(Array.from({ length: 8 }, () => billing.payer()));
    await Promise.all(
      payers.flatMap((payer) => [
        billing.tell(payer.subscription('created')),
        billing.tell(payer.checkout()),
      ]),
    );
    for (const payer of payers) expect(await planOf(payer)).toBe('basic');
  });

  it('of other kinds, of strangers and of checkouts that name nobody are taken, and change nothing', async () => {
    const payer = await billing.payer();
    const stranger = new Payer(payer.start);
    await billing.tell(
      { type: 'invoice.paid', created: payer.start, object: { id: 'in_1' } },
      { type: 'a.type.of.tomorrow', created: payer.start, object: {} },
      { type: 'customer.subscription.updated', created: payer.start, object: { id: 'unreadable' } },
      { ...payer.checkout(), object: { customer: payer.customerId, client_reference_id: 'not an id' } },
      stranger.checkout(),
      stranger.subscription('created'),
    );
    expect(billing.plansTold(payer)).toEqual(['free']);
    expect(await planOf(stranger)).toBe('free');
  });

  it('of a price nobody configured are left alone, and its end is not', async () => {
    const payer = await billing.payer();
    await billing.tell(payer.checkout(), payer.subscription('created', { price: 'price_else' }));
    expect(await planOf(payer)).toBe('free');

    const subscriber = await billing.subscriber();
    await billing.tell(
      subscriber.subscription('updated', { created: subscriber.start + 1, price: 'price_else' }),
    );
    expect(await planOf(subscriber)).toBe('basic');
    await billing.tell(
      subscriber.subscription('deleted', { created: subscriber.start + 2, price: 'price_else' }),
    );
    expect(await planOf(subscriber)).toBe('free');
  });

  it('of older API versions, which keep the period elsewhere, are understood', async () => {
    const payer = await billing.payer();
    const items = { data: [{ price: { id: 'price_pm' } }] };
    const period = { current_period_start: payer.start, current_period_end: payer.end };
    await billing.tell(payer.checkout(), payer.subscription('created', { items, ...period }));
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'pro', renewsAt: iso(payer.end) });
  });
});

describe('a paid plan', () => {
  it('moves on with each renewal', async () => {
    const payer = await billing.subscriber();
    await passDays(30);
    const end = payer.end + 30 * DAY_SECONDS;
    await billing.tell(payer.subscription('updated', { created: payer.end, start: payer.end, end }));
    await passDays(4);
    expect(await billing.subscription(payer)).toMatchObject({ plan: 'basic', renewsAt: iso(end) });
  });

  it('ends three days after its period when no renewal is heard of', async () => {
    const payer = await billing.subscriber();
    await passDays(32);
    expect(await planOf(payer)).toBe('basic');
    await passDays(2);
    expect(await planOf(payer)).toBe('free');
    expect(billing.plansTold(payer)).toEqual(['free', 'basic', 'free']);
  });

  it('that was cancelled elsewhere ends with its period, though nobody tells so, and may be taken back', async () => {
    const payer = await billing.subscriber();
    await billing.tell(
      payer.subscription('updated', { created: payer.start + 1, cancel_at_period_end: true }),
    );
    expect(await billing.subscription(payer)).toMatchObject({ status: 'ending', endsAt: iso(payer.end) });
    await billing.tell(payer.subscription('updated', { created: payer.start + 2 }));
    expect(await billing.subscription(payer)).toMatchObject({ status: 'active', endsAt: null });
    await billing.tell(payer.subscription('updated', { created: payer.start + 3, cancel_at: payer.end }));
    await passDays(30);
    expect(await planOf(payer)).toBe('free');
  });

  it('stays for fourteen days after a failed payment, and comes back with the payment', async () => {
    const payer = await billing.subscriber();
    await billing.tell(payer.subscription('updated', { created: payer.start + 1, status: 'past_due' }));
    expect(await billing.subscription(payer)).toEqual({
      plan: 'basic',
      status: 'past-due',
      renewsAt: null,
      endsAt: iso(payer.start + 14 * DAY_SECONDS),
    });
    await passDays(14);
    expect(await planOf(payer)).toBe('free');
    await billing.tell(payer.subscription('updated', { created: payer.start + 15 * DAY_SECONDS }));
    expect(await planOf(payer)).toBe('basic');
  });

  it.each(['unpaid', 'paused', 'incomplete_expired', 'canceled'])('ends when it is %s', async (status) => {
    const payer = await billing.subscriber();
    await billing.tell(payer.subscription('updated', { created: payer.start + 1, status }));
    expect(await planOf(payer)).toBe('free');
  });

  it('ends with a full refund, whether that is heard of before or after the purchase', async () => {
    for (const order of permutations([0, 1, 2])) {
      const payer = await billing.payer();
      const events = [payer.checkout(), payer.subscription('created'), payer.refund()];
      for (const index of order) await billing.tell(events[index]!);
      expect(await planOf(payer)).toBe('free');
      const endings = 'SELECT 1 FROM payment_endings WHERE subscription_id = $1';
      expect(await billing.query(endings, [payer.subscriptionId])).toHaveLength(1);
    }
  });

  it('is kept through a refund in part, and through one of an earlier period', async () => {
    const payer = await billing.subscriber();
    const part = payer.refund();
    await billing.tell({ ...part, object: { ...part.object, refunded: false } });
    await billing.tell(payer.refund(payer.start + 5, payer.start - 40 * DAY_SECONDS));
    expect(await planOf(payer)).toBe('basic');
  });

  it('and one that was granted: the better of both counts, and the other is what remains', async () => {
    const payer = await billing.subscriber();
    const grants = billing.service.get<PlanGrants>(PlanGrants);
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

  it('are made out to an account on the free plan', async () => {
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

  it('are shown to visitors, and to who pays already, without a way to pay twice', async () => {
    for (const buyer of [null, await billing.subscriber(), new Payer(0)]) {
      expect((await offersTo(buyer)).map(({ url }) => url)).toEqual([null, null]);
    }
  });
});

describe('a Waybill without a payment provider', () => {
  it('offers nothing and takes no events', async () => {
    const free = await BillingUnderTest.start({ stripe: null });
    try {
      expect(await free.service.bus.request(listOffers, { buyer: null })).toEqual({ offers: [] });
      await expect(free.tell(new Payer(1).checkout())).rejects.toMatchObject({
        code: 'billing.not-configured',
      });
    } finally {
      await free.close();
    }
  });
});
