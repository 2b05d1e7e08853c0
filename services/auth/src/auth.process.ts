import type { ProcessDefinition } from '@waybill/composition';
import { AuthModule } from './auth.module.js';
import { authDatabase } from './database/auth.database.js';

/** The process of this service, in every profile. */
export const authProcess: ProcessDefinition = {
  service: 'auth',
  database: authDatabase,
  variables: ['REDIS_URL', 'SMTP_URL', 'PROMOTION_ENDS_AT', 'PROMOTION_MESSAGE'],
  modules: ({ SMTP_URL, promotion }, adapters) => [
    adapters.limiter(),
    AuthModule.forRoot({ activationRequired: SMTP_URL !== undefined, promotion }),
  ],
};
