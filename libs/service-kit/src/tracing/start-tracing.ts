import type { Logger } from '../logger.js';

export interface TracingEnvironment {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_HEADERS?: Readonly<Record<string, string>> | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/**
 * Exports the spans of this process to the collector in the environment, if there is one. Loads the OpenTelemetry SDK
 * only then, because most installations do not need it.
 * @param service the name of the process in the collector
 * @returns a function that stops tracing and exports the remaining spans
 */
export async function startTracing(
  service: string,
  environment: TracingEnvironment,
  logger: Logger,
): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = environment;
  if (endpoint === undefined) return () => Promise.resolve();
  const { startOtlpExport } = await import('./otlp-provider.js');
  return startOtlpExport({
    service,
    endpoint,
    headers,
    sampleRatio: environment.OTEL_TRACES_SAMPLER_ARG,
    logger,
  });
}
