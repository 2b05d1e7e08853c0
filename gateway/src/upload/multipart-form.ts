import { AppError } from '@waybill/contracts';

/**
 * What to say of a form that could not be read to its end. Its parser names the limits it keeps by a status; of
 * anything else (no boundary, parts that break off) it says so in words of its own.
 */
export function toMultipartError(error: unknown): unknown {
  const isKnown = error instanceof AppError || (error instanceof Error && 'statusCode' in error);
  return isKnown ? error : new AppError('request.malformed', undefined, { cause: error });
}
