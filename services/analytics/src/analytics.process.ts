import { createSecretKey } from 'node:crypto';
import type { ProcessDefinition } from '@waybill/composition';
import { AnalyticsModule } from './analytics.module.js';
import { analyticsDatabase } from './database/analytics.database.js';

/** The analytics service as a process, for either profile. */
export const analyticsProcess: ProcessDefinition = {
  service: 'analytics',
  database: analyticsDatabase,
  variables: ['REDIS_URL', 'SESSION_SECRET', 'VISIT_RETENTION_DAYS', 'VISITOR_ADDRESSES'],
  modules: ({ VISIT_RETENTION_DAYS, VISITOR_ADDRESSES }, adapters) => [
    adapters.signals(),
    AnalyticsModule.forRoot({
      visitorSalts: adapters.secretsFor('visitors').map((secret) => createSecretKey(secret)),
      visitRetentionDays: VISIT_RETENTION_DAYS ?? null,
      visitorAddresses: VISITOR_ADDRESSES,
    }),
  ],
};
