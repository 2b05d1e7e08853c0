import { runProcess } from '@waybill/composition';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gatewayVariables } from './options/gateway.env.js';
import { startGateway } from './start-gateway.js';

/** Long enough for a load balancer to poll `/readyz` and route new calls to other replicas. */
const DRAIN_MS = 3_000;
/** Share of the grace period for draining and for closing the adapters. */
const RESERVED_MS = 7_000;

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));

await runProcess(
  'gateway',
  gatewayVariables,
  process.env,
  async ({ environment, adapters, logger, shutdown }) => {
    const gateway = await startGateway(environment, adapters, {
      sessionSecrets: environment.SESSION_SECRET,
      webRoot: existsSync(webRoot) ? webRoot : null,
      mailboxKey: null,
      logger,
    });
    shutdown.add(() => gateway.close(environment.GRACE_SECONDS * 1000 - RESERVED_MS));
    shutdown.add(async () => {
      gateway.drain();
      await sleep(DRAIN_MS);
    });
  },
);
