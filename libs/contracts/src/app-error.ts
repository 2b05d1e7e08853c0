import { z } from 'zod';
import { type ErrorCode, type ErrorParams, errorCatalogue, errorCodes, isErrorCode } from './errors.js';

/** What is wrong with one field of a form, in a sentence for the person who filled it in. */
export const fieldErrorSchema = z.object({ field: z.string(), message: z.string() }).readonly();
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** An error as it travels the bus. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly errors?: readonly FieldError[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** What every failed HTTP call answers (contract, "Errors"). */
export const errorBodySchema = z
  .object({
    statusCode: z.int().describe('The HTTP status again.'),
    code: z.enum(errorCodes).describe('Stable: rely on it, not on the sentence.'),
    message: z.string().describe('A sentence for the person in front of the screen.'),
    errors: z.array(fieldErrorSchema).readonly().optional().describe('One sentence for each field at fault.'),
  })
  .readonly();
export type ErrorBody = z.infer<typeof errorBodySchema>;

export interface AppErrorDetails {
  readonly errors?: readonly FieldError[] | undefined;
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
  /** For the log only; never leaves the process. */
  readonly cause?: unknown;
  /** Overrides the catalogue's sentence. */
  readonly message?: string | undefined;
}

type Args<C extends ErrorCode> =
  ErrorParams<C> extends undefined
    ? [code: C, params?: undefined, details?: AppErrorDetails]
    : [code: C, params: ErrorParams<C>, details?: AppErrorDetails];

/** The one way to fail: a code of the catalogue. */
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

  /** The error another process threw, as itself. Anything unknown becomes `server.failed`. */
  static fromWire(wire: unknown): AppError {
    if (typeof wire === 'object' && wire !== null && 'code' in wire && isErrorCode(wire.code)) {
      const { code, message, errors, retryAfterSeconds } = wire as WireError;
      return new AppError(code as 'server.failed', undefined, { message, errors, retryAfterSeconds });
    }
    return new AppError('server.failed', undefined, { cause: wire });
  }

  /** `error` itself when it comes from the catalogue, else `server.failed` that keeps it as its cause. */
  static from(error: unknown): AppError {
    return error instanceof AppError
      ? (error as AppError)
      : new AppError('server.failed', undefined, { cause: error });
  }

  /** A validation failure on named fields. The first field's sentence is the message shown. */
  static invalid(errors: readonly FieldError[]): AppError {
    return new AppError('request.invalid', undefined, { errors, message: errors[0]?.message });
  }
}
