import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

/** Codes of Node and of PostgreSQL for a server that is starting, ending, out of connections or out of reach. */
const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '53300',
  '57P01',
  '57P02',
  '57P03',
]);

/** What the driver says, without a code, of a connection that broke or was not to be had in time. */
const broken =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** Whether `error` says that PostgreSQL cannot be asked just now, rather than that it refused what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  // TypeORM lets go at once of a connection that breaks between two statements of a transaction.
  if (error instanceof QueryRunnerAlreadyReleasedError) return true;
  if (error instanceof QueryRunnerProviderAlreadyReleasedError) return true;
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && away.has(code)) || (typeof message === 'string' && broken.test(message))
  );
}
