import { QueryFailedError } from 'typeorm';

const FOREIGN_KEY_VIOLATION = '23503';

/** Whether a row was refused because the row that it belongs to was deleted meanwhile. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  return (error.driverError as { code?: unknown }).code === FOREIGN_KEY_VIOLATION;
}
