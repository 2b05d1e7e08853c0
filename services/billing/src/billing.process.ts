import type { ProcessDefinition } from '@waybill/composition';
import { BillingModule } from './billing.module.js';
import { billingDatabase } from './database/billing.database.js';
import type { StripeConfig } from './stripe/stripe.env.js';

/**
 * The process of this service, in every profile.
 * @param stripe reads the payment settings; called when the service starts
 */
export function billingProcess(stripe: () => StripeConfig | null): ProcessDefinition {
  return {
    service: 'billing',
    database: billingDatabase,
    variables: ['PROMOTION_ENDS_AT', 'PROMOTION_MESSAGE', 'DEFAULT_PLAN'],
    modules: ({ promotion, DEFAULT_PLAN: defaultPlan }) => [
      BillingModule.forRoot({ promotion, defaultPlan, stripe: stripe() }),
    ],
  };
}
