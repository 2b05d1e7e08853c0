import { ConfigurationError } from '@waybill/service-kit';

type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * Runs an operator's command. When it fails its exit code is 1, with one sentence for the operator, or a stack for us.
 * @param expected errors whose message is such a sentence, beside ConfigurationError
 */
export async function runCommand(
  main: () => Promise<void>,
  ...expected: readonly ErrorClass[]
): Promise<void> {
  try {
    await main();
  } catch (error) {
    const isExpected = [ConfigurationError, ...expected].some((kind) => error instanceof kind);
    process.stderr.write(`${isExpected ? (error as Error).message : String((error as Error).stack)}\n`);
    process.exitCode = 1;
  }
}
