import type { Offers, SubscriptionView, User } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { ConnectedInstance } from '../support/connected-instance.js';
import { failure, ApiClient, textFile } from '../support/api-client.js';
import { eventBody, now, post, signatureOf, subscription } from '../support/stripe-stub.js';

describe('billing with Stripe', () => {
  let waybill: ConnectedInstance;
  beforeAll(async () => void (waybill = await ConnectedInstance.startShared()));
  afterAll(() => waybill.dispose());

  const userOf = async (person: ApiClient) => (await person.get('/api/user')).json() as Promise<User>;
  const subscriptionOf = async (person: ApiClient) =>
    (await person.get('/api/billing/subscription')).json() as Promise<SubscriptionView>;

  async function buys(person: ApiClient, price = 'price_basic_monthly') {
    const ids = { id: `sub_${randomUUID()}`, customer: `cus_${randomUUID()}`, price };
    const { id: client_reference_id } = await userOf(person);
    const session = { id: 'cs_1', customer: ids.customer, client_reference_id };
    const bodies = [
      eventBody('customer.subscription.created', subscription(ids)),
      eventBody('checkout.session.completed', session),
    ];
    for (const body of bodies) expect((await post(waybill.url, body)).status).toBe(200);
    return ids;
  }

  async function expectPlan(person: ApiClient, plan: string): Promise<void> {
    await eventually(async () => expect(await userOf(person)).toMatchObject({ subscription: plan }));
  }

  it('lists offers for everyone and adds payment links for signed-in users', async () => {
    const offersTo = async (person: ApiClient) =>
      ((await (await person.get('/api/billing/offers')).json()) as Offers).offers;
    const visitor = await offersTo(new ApiClient(waybill.url));
    expect(visitor.map(({ plan, period, url }) => [plan, period, url])).toEqual([
      ['basic', 'monthly', null],
      ['pro', 'monthly', null],
      ['pro', 'annual', null],
    ]);

    const person = await ApiClient.signedIn(waybill.url);
    const { id, email } = await userOf(person);
    await eventually(async () => {
      const url = new URL((await offersTo(person))[0]?.url ?? 'about:blank');
      expect(url.origin + url.pathname).toBe('https://buy.stripe.com/test_basic');
      expect(Object.fromEntries(url.searchParams)).toEqual({
        prefilled_email: email,
        client_reference_id: id,
      });
    });
  });

  it('applies the limits of a plan when Stripe reports a payment and removes them when the subscription ends', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    const files = Array.from({ length: 4 }, (_, n) => textFile(`${n}.txt`));
    expect((await person.send(...files)).status).toBe(403);

    const ids = await buys(person);
    await expectPlan(person, 'basic');
    expect(await subscriptionOf(person)).toMatchObject({ plan: 'basic', status: 'active', endsAt: null });
    const upload = await eventually(async () => {
      const response = await person.send(...files);
      expect(response.status).toBe(201);
      return (await response.json()) as { id: string };
    });
    const inAYear = new Date(Date.now() + 360 * 86_400_000).toISOString();
    expect((await person.settings(upload.id, { deleteAt: inAYear })).status).toBe(200);

    const deleted = eventBody('customer.subscription.deleted', subscription({ ...ids, status: 'canceled' }));
    expect((await post(waybill.url, deleted)).status).toBe(200);
    await expectPlan(person, 'free');
    await eventually(async () => expect((await person.send(textFile())).status).toBe(403));
    // An expiry granted by a paid plan is kept (contract, "Expiry").
    expect((await person.file(upload.id)).deleteAt.Time).toBe(inAYear);
  });

  it('cancels the subscription at Stripe and keeps the plan until the end of the period', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    const nothing = await person.json('POST', '/api/user/cancel');
    expect(await failure(nothing)).toMatchObject({ statusCode: 409, code: 'billing.nothing-to-cancel' });

    const ids = await buys(person, 'price_pro_annual');
    await expectPlan(person, 'pro');
    waybill.stripe.isUp = false;
    const refused = await person.json('POST', '/api/user/cancel');
    expect(await failure(refused)).toMatchObject({ statusCode: 503, code: 'billing.provider-unavailable' });
    expect(await subscriptionOf(person)).toMatchObject({ status: 'active' });

    waybill.stripe.isUp = true;
    const answer = (await (await person.json('POST', '/api/user/cancel')).json()) as {
      subscriptionEndsAt: string;
    };
    expect(Date.parse(answer.subscriptionEndsAt)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    expect(waybill.stripe.calls).toContain(`POST /v1/subscriptions/${ids.id}`);
    expect(await subscriptionOf(person)).toEqual({
      plan: 'pro',
      status: 'ending',
      renewsAt: null,
      endsAt: answer.subscriptionEndsAt,
    });
    expect(await userOf(person)).toMatchObject({ subscription: 'pro' });
  });

  it('refuses a webhook event whose signature is missing, wrong, too old or of another body', async () => {
    const body = eventBody('customer.subscription.created', {});
    const signatures = [
      null,
      't=1,v1=00',
      signatureOf(body, { secret: 'whsec_other' }),
      signatureOf(body, { at: now() - 301 }),
      signatureOf(`${body} `),
    ];
    for (const signature of signatures) {
      const response = await post(waybill.url, body, signature);
      expect(await failure(response)).toMatchObject({ statusCode: 400, code: 'billing.invalid-signature' });
    }
  });

  it('accepts an unknown webhook event and one of 300 KiB, and refuses one of 600 KiB with 413', async () => {
    expect((await post(waybill.url, eventBody('a.type.of.tomorrow', {}))).status).toBe(200);
    const large = (bytes: number) => eventBody('invoice.paid', { note: 'ü'.repeat(bytes / 2) });
    expect((await post(waybill.url, large(300 * 1024))).status).toBe(200);
    expect((await post(waybill.url, large(600 * 1024))).status).toBe(413);
  });
});
