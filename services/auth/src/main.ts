import { runService } from '@waybill/composition';
import { authProcess } from './auth.process.js';

await runService(authProcess, process.env);
