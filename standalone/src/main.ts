import { collectWhenIdle, exitWithError, Shutdown, shutDownOnSignals } from '@waybill/composition';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from './environment.js';
import { startWaybill } from './waybill.js';

/** Exit before systemd kills all processes (TimeoutStopSec in docs/operations/install.md), in milliseconds. */
const EXIT_WITHIN_MS = 35_000;
/** Time for the services to close, before their PostgreSQL is stopped. */
const STEP_MS = 20_000;

try {
  const environment = readEnvironment(process.env);
  const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
  // Handle signals before the start: PostgreSQL, which it starts, would outlive an aborted one.
  const shutdown = new Shutdown(STEP_MS);
  shutDownOnSignals(() => shutdown.run(), EXIT_WITHIN_MS);
  const { mailboxLink } = await startWaybill(environment, {
    webRoot: existsSync(webRoot) ? webRoot : null,
    shutdown,
  });
  collectWhenIdle();
  const { PUBLIC_URL, DATA_DIR } = environment;
  // The origin of its links. Sessions and passkeys of another origin, such as 127.0.0.1, are unknown there.
  const lines = [`Waybill is at ${PUBLIC_URL.origin}`, `Its data is in ${DATA_DIR}`];
  // The link opens every mail, reset links included, until Waybill ends: it belongs on the console, not into a log.
  if (mailboxLink !== null) lines.push(`Mails are kept, not sent. Read them at ${mailboxLink}`);
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
} catch (error) {
  exitWithError(error);
}
