import { runMigrations } from '@waybill/composition';
import { billingProcess } from './billing.process.js';

await runMigrations(
  // A migration needs no payment settings.
  billingProcess(() => null),
  process.env,
);
