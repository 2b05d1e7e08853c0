import { runMigrations } from '@waybill/composition';
import { authProcess } from './auth.process.js';

await runMigrations(authProcess, process.env);
