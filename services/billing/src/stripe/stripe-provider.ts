import { AppError } from '@waybill/contracts';
import { type Clock, type Logger, recordSecurityEvent } from '@waybill/service-kit';
import Stripe from 'stripe';
import { type Payment, type PaymentEvent, PaymentProvider } from '../payments/payment-provider.js';
import { finalStatuses, parseEvent, parsePaymentFact } from './stripe-events.js';
import type { StripeConfig } from './stripe.env.js';

/** Timeout of one attempt. The first attempt and one retry take less than `PROVIDER_TIMEOUT_MS` of contracts. */
const TIMEOUT_MS = 8_000;
const RETRIES = 1;
const SIGNATURE_TTL_SECONDS = 300;
const OK = 200;

/** Payment provider on Stripe's API and webhooks. Verifies the webhook signature of each event. */
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
    const event = parseEvent(this.verifySignature(payload, signature));
    if (!event) throw new AppError('request.malformed');
    const fact = parsePaymentFact(event, this.config.prices);
    if (fact === 'unreadable')
      this.logger.warn(
        { eventId: event.id, type: event.type },
        'Ignored a payment event that could not be parsed',
      );
    return {
      id: event.id,
      type: event.type,
      at: event.created,
      fact: fact === 'unreadable' ? null : fact,
    };
  }

  async findPayment(paymentId: string): Promise<Payment | null> {
    try {
      const { customer, created, lastResponse } = await this.stripe.charges.retrieve(paymentId);
      if (lastResponse.statusCode !== OK) throw new Error(`Stripe answered ${lastResponse.statusCode}`);
      const customerId = typeof customer === 'string' ? customer : customer?.id;
      return customerId === undefined ? null : { customerId, paidAt: new Date(created * 1000) };
    } catch (error) {
      if (isMissing(error)) return null;
      throw new AppError('billing.provider-unavailable', undefined, { cause: error });
    }
  }

  cancelAtPeriodEnd(subscriptionId: string): Promise<boolean> {
    return this.change(subscriptionId, () =>
      this.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }),
    );
  }

  cancelNow(subscriptionId: string): Promise<boolean> {
    return this.change(subscriptionId, () => this.stripe.subscriptions.cancel(subscriptionId));
  }

  /** Verifies the webhook signature. @returns the parsed body, whose shape is not validated */
  private verifySignature(payload: Buffer, signature: string): unknown {
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
      recordSecurityEvent(this.logger, 'payment-event.refused');
      throw new AppError('billing.invalid-signature', undefined, { cause: error });
    }
  }

  private async change(
    subscriptionId: string,
    call: () => Promise<Stripe.Response<Stripe.Subscription>>,
  ): Promise<boolean> {
    try {
      const { lastResponse } = await call();
      // The library accepts any response without an error body as success, whatever its status.
      if (lastResponse.statusCode !== OK) throw new Error(`Stripe answered ${lastResponse.statusCode}`);
      return true;
    } catch (error) {
      if (isMissing(error) || (isRefused(error) && (await this.hasEnded(subscriptionId)))) return false;
      throw new AppError('billing.provider-unavailable', undefined, { cause: error });
    }
  }

  /**
   * Whether a subscription has ended, so that Stripe refuses to change it. Its last event may be lost or on its way.
   * False also if Stripe does not say it.
   */
  private async hasEnded(subscriptionId: string): Promise<boolean> {
    try {
      const found = await this.stripe.subscriptions.retrieve(subscriptionId, {}, { maxNetworkRetries: 0 });
      return finalStatuses.has(found.status);
    } catch {
      return false;
    }
  }
}

/** Options of the library for an API other than Stripe's own. */
function apiLocation({ protocol, hostname, port }: URL) {
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const);
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) };
}

function isRefused(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

function isMissing(error: unknown): boolean {
  return isRefused(error) && error.code === 'resource_missing';
}
