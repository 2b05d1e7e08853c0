import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { StripeConfig } from '../stripe.env.js';

/** Settings with prices and links, as an operator would configure them. */
export const stripeForTests: StripeConfig = {
  secretKey: 'sk_test_waybill',
  webhookSecret: 'whsec_waybill',
  // No server listens on this port. Tests that need the API pass an address of their own.
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
  /** Content of `data.object`. */
  readonly object: Record<string, unknown>;
  /** Unix time in seconds. */
  readonly created: number;
  readonly id?: string;
}

/** A webhook body and its signature header, made by Stripe's library. */
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
