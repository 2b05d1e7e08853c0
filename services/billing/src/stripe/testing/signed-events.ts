import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { StripeConfig } from '../stripe.config.js';

/** Four offers, as an operator would set them up. */
export const stripeForTests: StripeConfig = {
  secretKey: 'sk_test_waybill',
  webhookSecret: 'whsec_waybill',
  // Nobody listens there: a test that needs the API brings its own.
  apiUrl: new URL('http://127.0.0.1:9'),
  prices: new Map([
    ['price_bm', 'basic'],
    ['price_ba', 'basic'],
    ['price_pm', 'pro'],
  ]),
  links: [
    { plan: 'basic', period: 'monthly', url: 'https://pay.example/bm' },
    { plan: 'pro', period: 'annual', url: 'https://pay.example/pa?locale=de' },
  ],
};

export interface TestEvent {
  readonly type: string;
  /** What `data.object` holds. */
  readonly object: Record<string, unknown>;
  /** The provider's clock, in whole seconds. */
  readonly created: number;
  readonly id?: string;
}

/** An event as Stripe posts it, and the header with its signature, made by Stripe's library. */
export function signedEvent(
  { type, object, created, id = `evt_${randomUUID()}` }: TestEvent,
  { at, secret = stripeForTests.webhookSecret }: { at: Date; secret?: string },
): { payload: string; signature: string } {
  const body = JSON.stringify({ id, object: 'event', type, created, data: { object } });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(at.getTime() / 1000),
  });
  return { payload: Buffer.from(body).toString('base64'), signature };
}
