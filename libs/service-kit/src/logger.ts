import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { z } from 'zod';
import { currentContext } from './call-context.js';
import { parseTraceparent } from './tracing/traceparent.js';

export const loggingEnv = {
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
};

export type { Logger } from 'pino';

/** Fields whose values never reach a log line, whatever object they come in. */
const secrets = [
  'password',
  'token',
  'sessionToken',
  'current_password',
  'new_password',
  'wrappedKey',
  'cookie',
  'authorization',
];

/** JSON lines on stdout, each with the correlation id of the call it belongs to, and its place in the trace. */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
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

/** What helps to understand an error. SDKs hang whole connections onto theirs, passwords and all. */
function describeError(thrown: unknown): DescribedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
  const { name, message, stack, cause } = thrown;
  return {
    type: name,
    message,
    ...('code' in thrown && { code: thrown.code }),
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

/** Lets Nest's own messages take the same way. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...context: unknown[]): void {
    // Nest tells of every route and module it maps; that is detail to an operator.
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
