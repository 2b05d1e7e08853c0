import { runMigrations } from '@waybill/composition';
import { analyticsProcess } from './analytics.process.js';

await runMigrations(analyticsProcess, process.env);
