import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Environment } from './environment.js';

const SECRET = 'whsec_e2e';
const DAY_SECONDS = 86_400;

/** Fields of a test subscription. All other fields are those of a healthy one. */
export interface SubscriptionFields {
  readonly id: string;
  readonly customer: string;
  readonly price: string;
  readonly status?: string;
  readonly cancel_at_period_end?: boolean;
}

/** Stub of the Stripe API. Records calls. Events are signed without Stripe's library. */
export class StripeStub {
  /** Recorded calls, such as `POST /v1/subscriptions/sub_1`. */
  readonly calls: string[] = [];
  /** If false, every call fails with 500. */
  isUp = true;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      this.calls.push(`${request.method} ${request.url}`);
      const body = this.isUp ? { id: 'sub' } : { error: { type: 'api_error' } };
      response.writeHead(this.isUp ? 200 : 500, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  }

  static async start(): Promise<StripeStub> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StripeStub(server);
  }

  /** Settings of a Waybill that offers every plan except Basic per year. */
  get environment(): Environment {
    return {
      STRIPE_SECRET_KEY: 'sk_test_e2e',
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_API_URL: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`,
      STRIPE_PRICE_BASIC_MONTHLY: 'price_basic_monthly',
      STRIPE_PRICE_PRO_MONTHLY: 'price_pro_monthly',
      STRIPE_PRICE_PRO_ANNUAL: 'price_pro_annual',
      STRIPE_LINK_BASIC_MONTHLY: 'https://buy.stripe.com/test_basic',
      STRIPE_LINK_PRO_MONTHLY: 'https://buy.stripe.com/test_pro',
      STRIPE_LINK_PRO_ANNUAL: 'https://buy.stripe.com/test_pro_year',
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Body of a webhook event. */
export function eventBody(type: string, object: object, created = now()): string {
  return JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, created, data: { object } });
}

export function subscription({ price, ...fields }: SubscriptionFields, start = now()) {
  return {
    status: 'active',
    cancel_at: null,
    cancel_at_period_end: false,
    ...fields,
    items: {
      data: [
        {
          price: { id: price },
          current_period_start: start,
          current_period_end: start + 30 * DAY_SECONDS,
        },
      ],
    },
  };
}

/** Webhook signature header for `body` (docs.stripe.com/webhooks/signature). */
export function signatureOf(body: string, { at = now(), secret = SECRET } = {}): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** Posts a webhook event. */
export function post(
  url: string,
  body: string,
  signature: string | null = signatureOf(body),
): Promise<Response> {
  return fetch(new URL('/api/billing/webhook', url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature !== null && { 'stripe-signature': signature }),
    },
    body,
  });
}

export function now(): number {
  return Math.floor(Date.now() / 1000);
}
