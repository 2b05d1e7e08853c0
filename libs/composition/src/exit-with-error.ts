import { ConfigurationError } from '@waybill/service-kit';

/**
 * Exits with code 1 after a failed start. Prints a configuration error as one sentence, any other error with its
 * stack.
 */
export function exitWithError(error: unknown): never {
  const text = error instanceof ConfigurationError ? error.message : String((error as Error).stack);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
