import type { ProcessDefinition } from '@waybill/composition';
import { BillingModule } from './billing.module.js';
import { billingDatabase } from './database/billing.database.js';
import type { StripeConfig } from './stripe/stripe.config.js';

/**
 * This service, for any profile to start.
 * @param stripe reads what the environment says of payment; called when the service starts
 */
export function billingProcess(stripe: () => StripeConfig | null): ProcessDefinition {
  return {
    service: 'billing',
    database: billingDatabase,
    variables: ['PROMOTION_ENDS_AT', 'PROMOTION_MESSAGE'],
    modules: ({ promotion }) => [BillingModule.forRoot({ promotion, stripe: stripe() })],
  };
}
