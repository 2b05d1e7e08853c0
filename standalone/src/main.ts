import { collectWhenIdle, exitWithError, shutDownOnSignals } from '@waybill/composition';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from './environment.js';
import { startWaybill } from './waybill.js';

try {
  const environment = readEnvironment(process.env);
  const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
  const waybill = await startWaybill(environment, { webRoot: existsSync(webRoot) ? webRoot : null });
  shutDownOnSignals(() => waybill.close());
  collectWhenIdle();
  const lines = [`Waybill is at ${waybill.address}`, `Its data is in ${environment.DATA_DIR}`];
  // The link opens every mail, reset links included, until Waybill ends: it belongs on the console, not into a log.
  if (waybill.mailboxLink !== null)
    lines.push(`Mails are kept, not sent. Read them at ${waybill.mailboxLink}`);
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
} catch (error) {
  exitWithError(error);
}
