import { isDatabaseUnavailable } from '@waybill/database';

type Connect = (callback?: (error: unknown, ...rest: unknown[]) => void) => unknown;

/**
 * Gives each failure to connect to an unavailable server the code ECONNREFUSED. After any other code BullMQ retries
 * every 0.1 seconds and reports each attempt, for as long as PostgreSQL recovers, say.
 * @param pool pool of `pg`; its `query` connects by `connect` as well
 */
export function reportAsRefused(pool: { connect: unknown }): void {
  const connect = (pool.connect as Connect).bind(pool);
  const reporting: Connect = (callback) =>
    callback
      ? connect((error, ...rest) => callback(error && refused(error), ...rest))
      : (connect() as Promise<unknown>).catch((error: unknown) => Promise.reject(refused(error)));
  pool.connect = reporting;
}

function refused(error: unknown): Error {
  if (!isDatabaseUnavailable(error)) return error as Error;
  return Object.assign(new Error((error as Error).message, { cause: error }), { code: 'ECONNREFUSED' });
}
