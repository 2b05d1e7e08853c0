import { type Logger, metrics, startTracing } from '@waybill/service-kit';
import type { SharedEnvironment } from './environment.js';
import { listen } from './listen.js';
import { MetricsServer } from './metrics-server.js';
import type { Shutdown } from './shutdown.js';

/**
 * Lets an operator see into this process: its metrics at METRICS_HOST and METRICS_PORT, its traces at the collector,
 * each if set. To be called before anything else is started, so that it ends last.
 * @param name the process's name, as the collector will show it
 * @throws ConfigurationError when the port cannot be had
 */
export async function startTelemetry(
  name: string,
  environment: SharedEnvironment,
  logger: Logger,
  shutdown: Shutdown,
): Promise<void> {
  metrics.collectProcessMetrics();
  shutdown.add(await startTracing(name, environment, logger));
  const { METRICS_PORT, METRICS_HOST } = environment;
  if (METRICS_PORT === undefined) return;
  const server = new MetricsServer();
  await listen(server, { METRICS_PORT, METRICS_HOST });
  shutdown.add(() => server.close());
}
