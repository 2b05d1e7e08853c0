import { billingPeriods, type BillingPeriod, type PaidPlan, paidPlans } from '@waybill/contracts';
import { serverUrl, ConfigurationError, type Environment, readEnvironment } from '@waybill/service-kit';
import { z } from 'zod';

const price = z
  .string()
  .regex(/^(price|plan)_\w+$/, 'must be the id of a price at Stripe, such as price_1Abc')
  .optional();
const link = serverUrl('https', 'http').optional();

/** Environment variables of payment. */
export const stripeEnv = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret or restricted key of Stripe, such as sk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of a webhook endpoint of Stripe, such as whsec_…')
    .optional(),
  STRIPE_API_URL: serverUrl('http', 'https').optional(),
  STRIPE_PRICE_BASIC_MONTHLY: price,
  STRIPE_PRICE_BASIC_ANNUAL: price,
  STRIPE_PRICE_PRO_MONTHLY: price,
  STRIPE_PRICE_PRO_ANNUAL: price,
  STRIPE_LINK_BASIC_MONTHLY: link,
  STRIPE_LINK_BASIC_ANNUAL: link,
  STRIPE_LINK_PRO_MONTHLY: link,
  STRIPE_LINK_PRO_ANNUAL: link,
};

type Values = z.infer<z.ZodObject<typeof stripeEnv>>;

/** A plan for a period and its hosted payment page. */
export interface PaymentLink {
  readonly plan: PaidPlan;
  readonly period: BillingPeriod;
  readonly url: string;
}

export interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Address of a test server in place of Stripe's API. Null: Stripe's API. */
  readonly apiUrl: URL | null;
  /** Plan by price id. */
  readonly prices: ReadonlyMap<string, PaidPlan>;
  readonly links: readonly PaymentLink[];
}

/**
 * Reads the payment settings. Null if none is set, which means that paid plans are not sold.
 * @throws ConfigurationError for the first variable that is malformed, or missing while others are set
 */
export function readStripeConfig(environment: Environment): StripeConfig | null {
  const values = readEnvironment(stripeEnv, environment);
  const given = Object.keys(values);
  if (given.length === 0) return null;
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  if (secretKey === undefined) throw missing('STRIPE_SECRET_KEY', given[0]);
  if (webhookSecret === undefined) throw missing('STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY');
  return {
    secretKey,
    webhookSecret,
    apiUrl: values.STRIPE_API_URL === undefined ? null : new URL(values.STRIPE_API_URL),
    prices: pricesOf(values),
    links: linksOf(values),
  };
}

type Offer = `${Uppercase<PaidPlan>}_${Uppercase<BillingPeriod>}`;

const offers = paidPlans.flatMap((plan) =>
  billingPeriods.map((period) => ({
    plan,
    period,
    name: `${plan.toUpperCase()}_${period.toUpperCase()}` as Offer,
  })),
);

function pricesOf(values: Values): Map<string, PaidPlan> {
  const prices = new Map<string, PaidPlan>();
  for (const { plan, name } of offers) {
    const id = values[`STRIPE_PRICE_${name}`];
    if (id === undefined) continue;
    if (prices.has(id))
      throw new ConfigurationError(`STRIPE_PRICE_${name} is a price that another offer has already.`);
    prices.set(id, plan);
  }
  return prices;
}

function linksOf(values: Values): PaymentLink[] {
  return offers.flatMap(({ plan, period, name }) => {
    const url = values[`STRIPE_LINK_${name}`];
    if (url === undefined) return [];
    // A purchase is recognised by its price, so a link without a price is refused.
    if (values[`STRIPE_PRICE_${name}`] === undefined)
      throw missing(`STRIPE_PRICE_${name}`, `STRIPE_LINK_${name}`);
    return [{ plan, period, url }];
  });
}

function missing(name: string, beside: string | undefined): ConfigurationError {
  return new ConfigurationError(`${name} is not set, but needed beside ${beside ?? 'the others'}.`);
}
