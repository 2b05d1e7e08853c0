import { runService } from '@waybill/composition';
import { analyticsProcess } from './analytics.process.js';

await runService(analyticsProcess, process.env);
