import { diag, DiagLogLevel, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../logger.js';

export interface OtlpOptions {
  /** Name of the process in the collector. */
  readonly service: string;
  /** Address of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Share of the traces started here that are kept, 0 to 1. A span with a parent follows its parent. */
  readonly sampleRatio: number;
  readonly logger: Logger;
}

const EXPORT_INTERVAL_MS = 2000;
const EXPORT_TIMEOUT_MS = 3000;

/**
 * Exports all spans of this process to an OpenTelemetry collector, as JSON over HTTP. Spans that the collector does not
 * accept are lost, and delay nothing.
 * @returns a function that exports the remaining spans and stops; never rejects
 */
export function startOtlpExport(options: OtlpOptions): () => Promise<void> {
  logDiagnostics(options.logger);
  const provider = createProvider(options);
  trace.setGlobalTracerProvider(provider);
  return async () => {
    trace.disable();
    // An unavailable collector must not keep the process from exiting: the timeout of the exporter bounds this wait.
    await provider.shutdown().catch(() => undefined);
  };
}

function createProvider({ service, endpoint, headers, sampleRatio }: OtlpOptions): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'waybill' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: EXPORT_INTERVAL_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
}

/** Sends the warnings of the SDK to the log of the process. */
function logDiagnostics(logger: Logger): void {
  const warn = (message: string, ...details: unknown[]) =>
    logger.warn({ details: details.map(String) }, `Traces: ${message}`);
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
