import { ConfigurationError, reasonOf } from '@waybill/service-kit';

/**
 * Exits with code 1 after a failed start. Prints a configuration error as one sentence, any other error with its
 * stack.
 */
export function exitWithError(error: unknown): never {
  const text = error instanceof ConfigurationError ? error.message : stackOf(error as Error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Stack with a message, which the error of a server with several addresses lacks. */
function stackOf(error: Error): string {
  return error.message === '' ? `${reasonOf(error)}\n${error.stack}` : String(error.stack);
}
