import { runMigrations } from '@waybill/composition';
import { billingProcess } from './billing.process.js';

await runMigrations(billingProcess, process.env);
