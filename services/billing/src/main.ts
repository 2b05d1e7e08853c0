import { runService } from '@waybill/composition';
import { billingProcess } from './billing.process.js';
import { readStripeConfig } from './stripe/stripe.env.js';

await runService(
  billingProcess(() => readStripeConfig(process.env)),
  process.env,
);
