/** Exit codes of the program. */
export const exitCode = { success: 0, refused: 1, usage: 2, network: 3 } as const;

/** An error whose message is a sentence for the person at the terminal. */
export abstract class CommandError extends Error {
  abstract readonly exitCode: number;
}

/** Wrong arguments, or a local file that is missing or unreadable. */
export class UsageError extends CommandError {
  readonly exitCode = exitCode.usage;
}

/** Waybill refused the request. */
export class RefusedError extends CommandError {
  readonly exitCode = exitCode.refused;

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Status for what does not exist, or is hidden from the caller. */
export const NOT_FOUND = 404;

export function isNotFound(error: unknown): error is RefusedError {
  return error instanceof RefusedError && error.status === NOT_FOUND;
}

/** A temporary failure: Waybill cannot be reached, the connection broke and did not come back, or Waybill is busy. */
export class NetworkError extends CommandError {
  readonly exitCode = exitCode.network;

  /**
   * @param retryAfterMs wait that the server asks for before the next attempt
   * @param status of the temporary refusal; undefined without an answer
   */
  constructor(
    message: string,
    readonly retryAfterMs = 0,
    readonly status?: number,
  ) {
    super(message);
  }
}

/** Whether a call of the file system failed, without a sentence of the program about it. */
export function isFileSystemError(error: unknown): error is NodeJS.ErrnoException {
  const { code, syscall } = (error ?? {}) as Partial<Record<keyof NodeJS.ErrnoException, unknown>>;
  return error instanceof Error && typeof code === 'string' && typeof syscall === 'string';
}
