import { shutDownOnSignals, exitWithError } from '@waybill/composition';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from './environment.js';
import { startWaybill } from './waybill.js';

try {
  const environment = readEnvironment(process.env);
  const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
  const waybill = await startWaybill(environment, { webRoot: existsSync(webRoot) ? webRoot : null });
  shutDownOnSignals(() => waybill.close());
  process.stdout.write(`\n  Waybill is at ${waybill.address}\n  Its data is in ${environment.DATA_DIR}\n\n`);
} catch (error) {
  exitWithError(error);
}
