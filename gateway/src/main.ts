import { runProcess } from '@waybill/composition';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startGateway } from './start-gateway.js';

/** Long enough for a load balancer to ask `/readyz` and send new calls elsewhere. */
const NOTICE_MS = 3_000;
/** With the notice and the closing of connections, less than the thirty seconds until orchestrators kill. */
const GRACE_MS = 20_000;

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));

await runProcess('gateway', process.env, async ({ environment, adapters, logger, shutdown }) => {
  const gateway = await startGateway(environment, adapters, {
    sessionSecret: environment.SESSION_SECRET,
    webRoot: existsSync(webRoot) ? webRoot : null,
    logger,
  });
  shutdown.add(() => gateway.close(GRACE_MS));
  shutdown.add(async () => {
    gateway.drain();
    await wait(NOTICE_MS);
  });
});
