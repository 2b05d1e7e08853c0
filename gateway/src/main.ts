import { runProcess } from '@waybill/composition';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readByGateway } from './gateway.module-options.js';
import { startGateway } from './start-gateway.js';

/** Long enough for a load balancer to ask `/readyz` and send new calls elsewhere. */
const NOTICE_MS = 3_000;
/** What the notice, and the end of what the gateway stands on, take of the time until orchestrators kill. */
const REST_MS = 7_000;

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));

await runProcess(
  'gateway',
  readByGateway,
  process.env,
  async ({ environment, adapters, logger, shutdown }) => {
    const gateway = await startGateway(environment, adapters, {
      sessionSecrets: environment.SESSION_SECRET,
      webRoot: existsSync(webRoot) ? webRoot : null,
      logger,
    });
    shutdown.add(() => gateway.close(environment.GRACE_SECONDS * 1000 - REST_MS));
    shutdown.add(async () => {
      gateway.drain();
      await wait(NOTICE_MS);
    });
  },
);
