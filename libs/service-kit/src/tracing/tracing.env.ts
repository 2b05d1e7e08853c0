import { z } from 'zod';
import { serverUrl } from '../environment.js';

const pairs = 'must be name=value pairs separated by commas';
const share = 'must be a number from 0 to 1';

/** Environment variables of tracing, with OpenTelemetry's names. Tracing is off without an endpoint. */
export const tracingEnv = {
  OTEL_EXPORTER_OTLP_ENDPOINT: serverUrl('http', 'https').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform((text, context) => {
      const entries = text.split(',').map((pair) => pair.split(/=(.*)/s, 2).map((part) => part.trim()));
      const isValid = entries.every(([name, value]) => name && value !== undefined);
      if (!isValid) context.addIssue({ code: 'custom', message: pairs });
      return Object.fromEntries(entries.map(([name = '', value = '']) => [name, decoded(value)]));
    })
    .optional(),
  /** Share of the traces started here that are kept, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number({ error: share }).min(0, share).max(1, share).default(1),
};

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
