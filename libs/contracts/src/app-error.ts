import { z } from 'zod';
import { type ErrorCode, type ErrorParams, errorCatalogue, errorCodes, isErrorCode } from './errors.js';

/** Validation error of one form field, with a sentence for the user. */
export const fieldErrorSchema = z.object({ field: z.string(), message: z.string() }).readonly();
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** Representation of an error on the bus. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly errors?: readonly FieldError[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** Body of every HTTP error (contract, "Errors"). */
export const errorBodySchema = z
  .object({
    statusCode: z.int().describe('HTTP status, repeated from the status line.'),
    code: z.enum(errorCodes).describe('Stable code for programs. The sentence in `message` can change.'),
    message: z.string().describe('A sentence for the user.'),
    errors: z
      .array(fieldErrorSchema)
      .readonly()
      .optional()
      .describe('Invalid fields, with one sentence for each.'),
  })
  .readonly();
export type ErrorBody = z.infer<typeof errorBodySchema>;

export interface AppErrorDetails {
  readonly errors?: readonly FieldError[] | undefined;
  /** Seconds after which a retry can succeed; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
  /** Logged only; never sent to another process. */
  readonly cause?: unknown;
  /** Replaces the sentence of the catalogue. */
  readonly message?: string | undefined;
}

type Args<C extends ErrorCode> =
  ErrorParams<C> extends undefined
    ? [code: C, params?: undefined, details?: AppErrorDetails]
    : [code: C, params: ErrorParams<C>, details?: AppErrorDetails];

/** Codes with a status of 500 or above that are refusals: nothing failed that an operator should know of. */
const refusalsOf5xx: ReadonlySet<ErrorCode> = new Set([
  'billing.not-configured',
  'bundles.preparing',
  'server.busy',
]);

/** An expected error, with a code of the catalogue. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(...[code, params, details]: Args<C>) {
    const sentence = errorCatalogue[code].message as string | ((values: unknown) => string);
    super(details?.message ?? (typeof sentence === 'function' ? sentence(params) : sentence), {
      cause: details?.cause,
    });
    this.name = 'AppError';
    this.code = code;
    this.errors = details?.errors;
    this.retryAfterSeconds = details?.retryAfterSeconds;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  /** Whether something failed that an operator should know of. Some refusals have a status of 500 and above too. */
  get isFailure(): boolean {
    return this.status >= 500 && !refusalsOf5xx.has(this.code);
  }

  /** Whether an error refuses what the caller asked for (4xx). After a failure, the call may have had effects. */
  static isRefusal(error: unknown): error is AppError {
    return error instanceof AppError && error.status < 500;
  }

  toWire(): WireError {
    return {
      code: this.code,
      message: this.message,
      ...(this.errors && { errors: this.errors }),
      ...(this.retryAfterSeconds !== undefined && { retryAfterSeconds: this.retryAfterSeconds }),
    };
  }

  toBody(): ErrorBody {
    return {
      statusCode: this.status,
      code: this.code,
      message: this.message,
      ...(this.errors && { errors: this.errors }),
    };
  }

  /** Creates an error whose code is known at run time only. `params`: see `ErrorParams` of the code. */
  static ofCode(code: ErrorCode, params?: unknown, details?: AppErrorDetails): AppError {
    return new AppError(...([code, params, details] as Args<ErrorCode>));
  }

  /** Restores an error that another process threw. Anything unknown becomes `server.failed`. */
  static fromWire(wire: unknown): AppError {
    if (typeof wire === 'object' && wire !== null && 'code' in wire && isErrorCode(wire.code)) {
      const { code, message, errors, retryAfterSeconds } = wire as WireError;
      return AppError.ofCode(code, undefined, { message, errors, retryAfterSeconds });
    }
    return new AppError('server.failed', undefined, { cause: wire });
  }

  /** Returns an AppError unchanged. Wraps any other error in `server.failed`, as its cause. */
  static from(error: unknown): AppError {
    return error instanceof AppError
      ? (error as AppError)
      : new AppError('server.failed', undefined, { cause: error });
  }

  /** Creates a validation error. Its message is the sentence of the first field. */
  static invalid(errors: readonly FieldError[]): AppError {
    return new AppError('request.invalid', undefined, { errors, message: errors[0]?.message });
  }
}
