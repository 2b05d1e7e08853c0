import { runService } from '@waybill/composition';
import { filesWorkerProcess } from './files.process.js';

await runService(filesWorkerProcess, process.env);
