import { runService } from '@waybill/composition';
import { filesApiProcess } from './files.process.js';

await runService(filesApiProcess, process.env);
