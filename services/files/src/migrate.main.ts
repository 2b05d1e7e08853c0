import { runMigrations } from '@waybill/composition';
import { filesProcess } from './files.process.js';

await runMigrations(filesProcess, process.env);
