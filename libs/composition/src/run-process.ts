import { createLogger, type Environment, HealthRegistry, type Logger } from '@waybill/service-kit';
import { Adapters } from './adapters.js';
import { type DistributedEnvironment, readDistributedEnvironment } from './distributed-environment.js';
import { exitWithError } from './exit-with-error.js';
import type { EnvironmentName } from './environment.js';
import { HealthServer } from './health-server.js';
import { listen } from './listen.js';
import { startTelemetry } from './start-telemetry.js';
import { type ProcessDefinition, processName, variablesOf } from './process-definition.js';
import { checkReadiness } from './readiness.js';
import { startServiceProcess } from './service-process.js';
import { Shutdown } from './shutdown.js';
import { shutDownOnSignals } from './shut-down-on-signals.js';

/** Before the orchestrator, who was told the same number of seconds, kills. */
const MARGIN_MS = 1_000;

/** What a process of its own is started with. */
export interface ProcessContext<Name extends EnvironmentName = never> {
  readonly environment: DistributedEnvironment<Name>;
  readonly adapters: Adapters;
  readonly logger: Logger;
  /** Takes what has to end; begun by SIGTERM. */
  readonly shutdown: Shutdown;
}

/**
 * Runs one process of the distributed profile until a signal ends it: with exit code 0 when everything begun was
 * finished, 1 otherwise or when it could not start. A server that is away does not end it: it waits, alive and not ready.
 * @param reads the variables it is given, beside those that every process reads
 */
export async function runProcess<Name extends EnvironmentName>(
  name: string,
  reads: readonly Name[],
  values: Environment,
  start: (stage: ProcessContext<Name>) => Promise<void>,
): Promise<void> {
  const shutdown = new Shutdown();
  try {
    const environment = readDistributedEnvironment(values, reads);
    const logger = createLogger(name, environment.LOG_LEVEL);
    // Before the start, which may have to wait for servers: nothing of it is lost when it is broken off.
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
  } catch (error) {
    exitWithError(error);
  }
}

/** Runs one service; HOST and PORT are where it answers `/livez`, `/readyz` and `/metrics`. */
export async function runService(spec: ProcessDefinition, values: Environment): Promise<void> {
  await runProcess(
    processName(spec),
    variablesOf(spec),
    values,
    async ({ environment, adapters, shutdown }) => {
      const health = new HealthServer();
      await listen(health, environment);
      shutdown.add(() => health.close());
      const service = await startServiceProcess(spec, environment, adapters);
      const registry = service.get(HealthRegistry);
      health.watch(() => checkReadiness(registry, spec.role));
      shutdown.add(() => service.close());
      shutdown.add(() => {
        health.drain();
        return Promise.resolve();
      });
    },
  );
}
