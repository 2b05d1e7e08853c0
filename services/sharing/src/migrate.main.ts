import { runMigrations } from '@waybill/composition';
import { sharingProcess } from './sharing.process.js';

await runMigrations(sharingProcess, process.env);
