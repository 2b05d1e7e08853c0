/**
 * Node's codes for a server that cannot be reached: errors of its connection, and of the look-up of its host, which is
 * unknown while a container is stopped.
 */
export const connectionErrorCodes: readonly string[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
];
