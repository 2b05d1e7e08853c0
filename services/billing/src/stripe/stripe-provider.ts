import { AppError } from '@waybill/contracts';
import type { Clock, Logger } from '@waybill/service-kit';
import Stripe from 'stripe';
import { type PaymentEvent, PaymentProvider } from '../payments/payment-provider.js';
import { parsePaymentFact } from './stripe-events.js';
import type { StripeConfig } from './stripe.env.js';

/** With one retry less than `PROVIDER_TIMEOUT_MS` of contracts. */
const TIMEOUT_MS = 8_000;
const RETRIES = 1;
const SIGNATURE_TTL_SECONDS = 300;
const OK = 200;

/** Payment provider on Stripe's API and webhooks. */
export class StripeProvider extends PaymentProvider {
  private readonly stripe: Stripe;

  constructor(
    private readonly config: StripeConfig,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
    this.stripe = new Stripe(config.secretKey, {
      ...(config.apiUrl && apiLocation(config.apiUrl)),
      timeout: TIMEOUT_MS,
      maxNetworkRetries: RETRIES,
      telemetry: false,
    });
  }

  readEvent(payload: Buffer, signature: string): PaymentEvent {
    const event = this.verifySignature(payload, signature);
    const fact = parsePaymentFact(event, this.config.prices);
    if (fact === 'unreadable')
      this.logger.warn(
        { eventId: event.id, type: event.type },
        'Ignored a payment event that could not be parsed',
      );
    return {
      id: event.id,
      type: event.type,
      at: new Date(event.created * 1000),
      fact: fact === 'unreadable' ? null : fact,
    };
  }

  cancelAtPeriodEnd(subscriptionId: string, attempt: string): Promise<boolean> {
    return this.change(() =>
      this.stripe.subscriptions.update(
        subscriptionId,
        { cancel_at_period_end: true },
        { idempotencyKey: `waybill-cancel-${subscriptionId}-${attempt}` },
      ),
    );
  }

  cancelNow(subscriptionId: string): Promise<boolean> {
    return this.change(() =>
      this.stripe.subscriptions.cancel(
        subscriptionId,
        {},
        { idempotencyKey: `waybill-end-${subscriptionId}` },
      ),
    );
  }

  private verifySignature(payload: Buffer, signature: string): Stripe.Event {
    try {
      return this.stripe.webhooks.constructEvent(
        payload,
        signature,
        this.config.webhookSecret,
        SIGNATURE_TTL_SECONDS,
        undefined,
        this.clock.now().getTime(),
      );
    } catch (error) {
      throw new AppError('billing.invalid-signature', undefined, { cause: error });
    }
  }

  private async change(call: () => Promise<Stripe.Response<Stripe.Subscription>>): Promise<boolean> {
    try {
      const { lastResponse } = await call();
      // The library accepts any response without an error body as success, whatever its status.
      if (lastResponse.statusCode !== OK) throw new Error(`Stripe answered ${lastResponse.statusCode}`);
      return true;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') {
        return false;
      }
      throw new AppError('billing.provider-unavailable', undefined, { cause: error });
    }
  }
}

/** Options of the library for an API other than Stripe's own. */
function apiLocation({ protocol, hostname, port }: URL) {
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const);
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) };
}
