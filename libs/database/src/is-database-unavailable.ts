import { connectionErrorCodes } from '@waybill/service-kit';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

/**
 * Codes of Node and of PostgreSQL for a server that cannot be reached, starts, shuts down, is out of connections or
 * disk space, or became a read-only standby.
 */
const unavailable = new Set([
  ...connectionErrorCodes,
  ...['25006', '53100', '53300', '57P01', '57P02', '57P03'],
]);

/** Messages of the driver, without a code, for a lost connection or a full pool. */
const connectionLost =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** A connection that leads to a standby, which refuses all writes. */
export class StandbyError extends Error {
  /** PostgreSQL's code of a write on a standby. */
  readonly code = '25006';

  constructor() {
    super('PostgreSQL is a read-only standby');
  }
}

/** Whether PostgreSQL is unavailable, rather than refusing a statement: the statement may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // TypeORM releases a connection that is lost between two statements of a transaction.
  if (error instanceof QueryRunnerAlreadyReleasedError) return true;
  if (error instanceof QueryRunnerProviderAlreadyReleasedError) return true;
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && unavailable.has(code)) ||
    (typeof message === 'string' && connectionLost.test(message))
  );
}
