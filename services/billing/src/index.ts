export { BillingModule } from './billing.module.js';
export { billingDatabase } from './database/billing.database.js';
export { grantPlan, PlanGrants } from './plans/plan-grants.js';
export { billingProcess } from './billing.process.js';
export { readStripeConfig, type StripeConfig, stripeConfiguration } from './stripe/stripe.config.js';
