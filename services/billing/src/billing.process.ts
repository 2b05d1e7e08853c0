import type { ProcessSpec } from '@waybill/composition';
import { BillingModule } from './billing.module.js';
import { billingDatabase } from './database/billing.database.js';

/** This service, for any profile to start. */
export const billingProcess: ProcessSpec = {
  service: 'billing',
  database: billingDatabase,
  reads: ['PROMOTION_ENDS_AT', 'PROMOTION_MESSAGE'],
  modules: ({ promotion }) => [BillingModule.forRoot({ promotion })],
};
