import { AppError } from '@waybill/contracts';
import { ConfigurationError } from '@waybill/service-kit';
import { UnknownKeyError } from '@waybill/storage';

/** Errors whose message is a sentence for the operator. */
const expected = [ConfigurationError, UnknownKeyError, AppError];

/** Runs a command. Sets exit code 1 when it fails, and prints the sentence, or the stack of an unexpected error. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const isExpected = expected.some((type) => error instanceof type);
    process.stderr.write(`${isExpected ? (error as Error).message : String((error as Error).stack)}\n`);
    process.exitCode = 1;
  }
}
