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
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether `error` says that PostgreSQL cannot be asked just now, rather than that it refused what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && away.has(code)) || (typeof message === 'string' && broken.test(message))
  );
}
