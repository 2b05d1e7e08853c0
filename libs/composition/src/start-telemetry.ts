import { type Logger, metrics, startTracing } from '@waybill/service-kit';
import type { SharedEnvironment } from './environment.js';
import { listen } from './listen.js';
import { MetricsServer } from './metrics-server.js';
import type { Shutdown } from './shutdown.js';

const running = metrics.gauge({
  name: 'waybill_process',
  help: '1 for the process that is running, by its name',
  labels: ['process'],
});

/**
 * Starts the metrics server (METRICS_HOST, METRICS_PORT) and the export of traces to the collector, each if
 * configured. To be called before anything else is started, so that telemetry ends last.
 * @param name name of the process in the collector and in `waybill_process`
 * @throws ConfigurationError when the metrics server cannot listen on its port
 */
export async function startTelemetry(
  name: string,
  environment: SharedEnvironment,
  logger: Logger,
  shutdown: Shutdown,
): Promise<void> {
  metrics.collectProcessMetrics();
  const unregister = running.collect((set) => set({ process: name }, 1));
  shutdown.add(() => {
    unregister();
    return Promise.resolve();
  });
  shutdown.add(await startTracing(name, environment, logger));
  const { METRICS_PORT, METRICS_HOST } = environment;
  if (METRICS_PORT === undefined) return;
  const server = new MetricsServer();
  await listen(server, { METRICS_PORT, METRICS_HOST });
  shutdown.add(() => server.close());
}
