import { ConfigurationError } from '@waybill/service-kit';

/** Ends a process that could not start: with one sentence for the operator, or a stack for us. */
export function exitWithError(error: unknown): never {
  const text = error instanceof ConfigurationError ? error.message : String((error as Error).stack);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
