import { AppError } from '@waybill/contracts';

/** The result of a check, or the AppError that it throws: one refused call must not fail the others of its batch. */
export function orRefusal<T>(check: () => T): T | AppError {
  try {
    return check();
  } catch (error) {
    if (error instanceof AppError) return error as AppError;
    throw error;
  }
}

/** @throws the AppError that a batch returned for one call */
export function resultOf<T>(result: T | AppError | undefined): T {
  if (result === undefined) throw new AppError('server.failed');
  if (result instanceof AppError) throw result;
  return result;
}
