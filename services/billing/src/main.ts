import { runService } from '@waybill/composition';
import { billingProcess } from './billing.process.js';

await runService(billingProcess, process.env);
