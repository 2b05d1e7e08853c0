import { runMigrations } from '@waybill/composition';
import { billingProcess } from './billing.process.js';

await runMigrations(
  // No plan is sold by a migration.
  billingProcess(() => null),
  process.env,
);
