import { createLogger, type Environment, HealthRegistry, type Logger } from '@waybill/service-kit';
import { Adapters } from './adapters.js';
import { type DistributedEnvironment, readDistributedEnvironment } from './distributed-environment.js';
import { exitWithError } from './exit-with-error.js';
import type { EnvironmentName } from './environment.js';
import { collectWhenIdle } from './idle-collector.js';
import { HealthServer } from './health-server.js';
import { listen } from './listen.js';
import { startTelemetry } from './start-telemetry.js';
import { type ProcessDefinition, processName, variablesOf } from './process-definition.js';
import { checkReadiness } from './readiness.js';
import { startServiceProcess } from './service-process.js';
import { Shutdown } from './shutdown.js';
import { shutDownOnSignals } from './shut-down-on-signals.js';

/** Exit this long before the orchestrator's grace period ends, in milliseconds. */
const MARGIN_MS = 1_000;

/** Resources of a process of the cluster profile while it starts. */
export interface ProcessContext<Name extends EnvironmentName = never> {
  readonly environment: DistributedEnvironment<Name>;
  readonly adapters: Adapters;
  readonly logger: Logger;
  /** Shutdown steps are added here. SIGTERM starts them. */
  readonly shutdown: Shutdown;
}

/**
 * Runs one process of the cluster profile until a signal ends it. Exits with code 0 after a clean shutdown, and
 * with 1 when the start or the shutdown failed. While a server is unavailable the process waits, live but not
 * ready.
 * @param variables those that the process reads, in addition to the common ones
 */
export async function runProcess<Name extends EnvironmentName>(
  name: string,
  variables: readonly Name[],
  values: Environment,
  start: (context: ProcessContext<Name>) => Promise<void>,
): Promise<void> {
  const shutdown = new Shutdown();
  try {
    const environment = readDistributedEnvironment(values, variables);
    const logger = createLogger(name, environment.LOG_LEVEL);
    // Handle signals before the start: it may wait for servers without a limit, and aborting it loses nothing.
    shutDownOnSignals(() => shutdown.run(), environment.GRACE_SECONDS * 1000 - MARGIN_MS);
    await startTelemetry(name, environment, logger, shutdown);
    const adapters = await Adapters.open(
      environment,
      {
        databaseUrl: environment.DATABASE_URL,
        sessionSecrets: environment.SESSION_SECRET,
        encryptionKeys: environment.ENCRYPTION_KEY,
        startTimeoutMs: Infinity,
      },
      logger,
    );
    shutdown.add(() => adapters.close());
    await start({ environment, adapters, logger, shutdown });
    logger.info('started');
    collectWhenIdle();
  } catch (error) {
    exitWithError(error);
  }
}

/** Runs one service or worker. It serves `/livez`, `/readyz` and `/metrics` at HOST and PORT. */
export async function runService(definition: ProcessDefinition, values: Environment): Promise<void> {
  await runProcess(
    processName(definition),
    variablesOf(definition),
    values,
    async ({ environment, adapters, shutdown }) => {
      const health = new HealthServer();
      await listen(health, environment);
      shutdown.add(() => health.close());
      const service = await startServiceProcess(definition, environment, adapters);
      const registry = service.get(HealthRegistry);
      health.watch(() => checkReadiness(registry, definition.role));
      shutdown.add(() => service.close());
      shutdown.add(() => {
        health.drain();
        return Promise.resolve();
      });
    },
  );
}
