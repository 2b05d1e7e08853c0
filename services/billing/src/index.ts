export { BillingModule } from './billing.module.js';
export { billingProcess } from './billing.process.js';
export { billingDatabase } from './database/billing.database.js';
export { grantPlan } from './grants/grant-plan.js';
export { readStripeConfig, type StripeConfig, stripeEnv } from './stripe/stripe.env.js';
