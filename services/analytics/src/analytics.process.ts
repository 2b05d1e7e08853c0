import type { ProcessSpec } from '@waybill/composition';
import { AnalyticsModule } from './analytics.module.js';
import { analyticsDatabase } from './database/analytics.database.js';

/** This service, for any profile to start. */
export const analyticsProcess: ProcessSpec = {
  service: 'analytics',
  database: analyticsDatabase,
  reads: ['SESSION_SECRET'],
  modules: (_environment, adapters) => [
    AnalyticsModule.forRoot({ visitorSalts: adapters.secretsFor('visitors') }),
  ],
};
