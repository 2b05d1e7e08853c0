import type { Logger } from '../logger.js';
import { useTracer } from './tracing.js';

export interface TracingEnvironment {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_HEADERS?: Readonly<Record<string, string>> | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/**
 * Sends the spans of this process to the collector that the environment names, if it names one. Its SDK is loaded
 * here, as most installations do not need it.
 * @param service the process's name, as the collector will show it
 * @returns ends it, handing over what is left
 */
export async function openTracing(
  service: string,
  environment: TracingEnvironment,
  logger: Logger,
): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = environment;
  if (endpoint === undefined) return () => Promise.resolve();
  const { OtlpTracer } = await import('./adapters/otlp-tracer.js');
  const tracer = new OtlpTracer({
    service,
    endpoint,
    headers,
    share: environment.OTEL_TRACES_SAMPLER_ARG,
    logger,
  });
  useTracer(tracer);
  return () => {
    useTracer(undefined);
    return tracer.close();
  };
}
