import Stripe from 'stripe';
import { AppError } from '@waybill/contracts';
import { BillingTestApp } from '../testing/billing-test-app.js';
import { stripeForTests } from './testing/signed-events.js';

describe('webhook events of a malformed shape', () => {
  let billing: BillingTestApp;

  beforeAll(async () => {
    billing = await BillingTestApp.start();
  });
  afterAll(() => billing.close());

  /** Delivers exactly this body with a valid signature. */
  async function statusOf(body: string): Promise<number> {
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: stripeForTests.webhookSecret,
      timestamp: Math.floor(billing.clock.now().getTime() / 1000),
    });
    const payload = Buffer.from(body).toString('base64');
    return billing.deliver({ payload, signature }).then(
      () => 200,
      (error: unknown) => AppError.from(error).status,
    );
  }

  const subscription = (changes: object = {}) => ({
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    items: { data: [{ price: { id: 'price_bm' }, current_period_start: 1, current_period_end: 2 }] },
    ...changes,
  });
  const event = (changes: object = {}, object: unknown = subscription()) =>
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'customer.subscription.updated',
      created: 1_767_225_600,
      data: { object },
      ...changes,
    });

  it.each([
    ['no JSON', 'not json'],
    ['an empty body', ''],
    ['an object without fields', '{}'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a number', '7'],
    ['a string', '"event"'],
    ['true', 'true'],
    ['a null id', event({ id: null })],
    ['a numeric id', event({ id: 7 })],
    ['an empty id', event({ id: '' })],
    ['an id of 10,000 characters', event({ id: 'e'.repeat(10_000) })],
    ['an id with NUL', event({ id: 'evt_\u0000' })],
    ['an id with a lone surrogate', event({ id: 'evt_\ud800' })],
    ['a null type', event({ type: null })],
    ['a type that is an object', event({ type: {} })],
    ['a null data', event({ data: null })],
    ['data that is a string', event({ data: 'sub_1' })],
    ['data that is an array', event({ data: [] })],
    ['a null time', event({ created: null })],
    ['a time that is a string', event({ created: 'today' })],
    ['a negative time', event({ created: -9e15 })],
    ['a time of 9e15', event({ created: 9e15 })],
    ['a time of 1e20', event({ created: 1e20 })],
    ['a fractional time', event({ created: 1.5 })],
  ])('refuses %s with 400', async (_title, body) => {
    expect(await statusOf(body)).toBe(400);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a number', 7],
    ['an array', []],
    ['a subscription with NUL in its id', subscription({ id: 'sub_\u0000' })],
    ['a subscription with a lone surrogate in its id', subscription({ id: 'sub_\udfff' })],
    ['a subscription of a customer with NUL', subscription({ customer: 'cus_\u0000' })],
    ['a subscription of an expanded customer with NUL', subscription({ customer: { id: 'cus_\u0000' } })],
    [
      'a subscription with a price with NUL',
      subscription({ items: { data: [{ price: { id: '\u0000' } }] } }),
    ],
    ['a subscription without items', subscription({ items: { data: [] } })],
    ['a subscription that is cancelled at 9e15', subscription({ cancel_at: 9e15 })],
    ['a subscription that is cancelled at 1e20', subscription({ cancel_at: 1e20 })],
    ['a subscription that is cancelled at -9e15', subscription({ cancel_at: -9e15 })],
    ['a subscription whose status is an object', subscription({ status: {} })],
    [
      'a subscription whose period ends at 9e15',
      subscription({ items: { data: [{ price: { id: 'price_bm' }, current_period_end: 9e15 }] } }),
    ],
  ])('accepts an event about %s without effect', async (_title, object) => {
    expect(await statusOf(event({}, object))).toBe(200);
    expect(await billing.query('SELECT 1 FROM paid_subscriptions')).toEqual([]);
  });

  it.each([
    ['checkout.session.completed', { customer: 'cus_\u0000', client_reference_id: '\u0000' }],
    ['checkout.session.completed', { customer: 7, client_reference_id: 7 }],
    ['charge.refunded', { id: 'ch_\u0000', customer: 'cus_1', created: 1, refunded: true }],
    ['charge.refunded', { id: 'ch_1', customer: 'cus_1', created: 9e15, refunded: true }],
    ['charge.refunded', { id: 'ch_1', customer: 'cus_1', created: null, refunded: 'yes' }],
    ['charge.dispute.created', { charge: null }],
    ['charge.dispute.created', { charge: 'ch_\u0000', status: 'needs_response' }],
    ['a.type\u0000', {}],
  ])('accepts %s with malformed content without effect', async (type, object) => {
    expect(await statusOf(event({ type, id: `evt_${type.length}` }, object))).toBeLessThanOrEqual(400);
    expect(await billing.query('SELECT 1 FROM payment_refunds')).toEqual([]);
  });
});
