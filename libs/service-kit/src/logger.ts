import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { z } from 'zod';
import { currentContext } from './call-context.js';
import { reasonOf } from './reason-of.js';
import { parseTraceparent } from './tracing/traceparent.js';

export const loggingEnv = {
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
};

export type { Logger } from 'pino';

/** Names of fields whose values are hidden in every log line. */
const hiddenFields = [
  'password',
  'token',
  'sessionToken',
  'current_password',
  'new_password',
  'wrappedKey',
  'cookie',
  'authorization',
];

/** Logs JSON lines to stdout, each with the correlation id, trace id and span id of the current call. */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: { paths: hiddenFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    mixin: () => {
      const context = currentContext();
      if (!context) return {};
      const { traceId, spanId } = parseTraceparent(context.traceparent) ?? {};
      return { correlationId: context.correlationId, ...(traceId && { traceId, spanId }) };
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string | undefined;
  readonly cause?: DescribedError;
}

/** The fields of an error that are safe to log. SDKs attach whole connections to their errors, including passwords. */
function describeError(thrown: unknown): DescribedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
  const { name, message, stack, cause } = thrown;
  return {
    type: name,
    // A server whose name has several addresses: each of its errors names one, and this one has no message.
    message: message || reasonOf(thrown),
    ...('code' in thrown && { code: thrown.code }),
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

/** Writes Nest's own messages to the same log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...context: unknown[]): void {
    // Nest logs every mapped route and module at this level.
    this.logger.debug(this.fields(context), String(message));
  }

  error(message: unknown, ...context: unknown[]): void {
    if (message instanceof Error) this.logger.error({ err: message }, message.message);
    else this.logger.error(this.fields(context), String(message));
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn(this.fields(context), String(message));
  }

  debug(message: unknown, ...context: unknown[]): void {
    this.logger.debug(this.fields(context), String(message));
  }

  verbose(message: unknown, ...context: unknown[]): void {
    this.logger.trace(this.fields(context), String(message));
  }

  fatal(message: unknown, ...context: unknown[]): void {
    this.logger.fatal(this.fields(context), String(message));
  }

  private fields(context: unknown[]): object {
    return context.length > 0 ? { context: context.length === 1 ? context[0] : context } : {};
  }
}
