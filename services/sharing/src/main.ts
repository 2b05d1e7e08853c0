import { runService } from '@waybill/composition';
import { sharingProcess } from './sharing.process.js';

await runService(sharingProcess, process.env);
