import { AppError } from '@waybill/contracts';
import { isDatabaseUnavailable } from '@waybill/database';
import { ConfigurationError, reasonOf } from '@waybill/service-kit';
import { UnknownKeyError } from '@waybill/storage';

/** A part of a command failed. The message is a sentence for the operator. */
class FailedError extends Error {}

/** Errors whose message is a sentence for the operator. */
const expected = [ConfigurationError, UnknownKeyError, AppError, FailedError];

/** Runs a command. Sets exit code 1 when it fails, and prints the sentence, or the stack of an unexpected error. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await failingAs('The command', command);
  } catch (error) {
    const isExpected = expected.some((type) => error instanceof type);
    process.stderr.write(`${isExpected ? (error as Error).message : String((error as Error).stack)}\n`);
    process.exitCode = 1;
  }
}

/** Says of a failure what failed, such as "The backup to s3://backups", and why, if a server caused it. */
export async function failingAs<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = causeOf(error);
    if (!(reason instanceof Error)) throw error;
    throw new FailedError(`${action} failed: ${reasonOf(reason)}.`, { cause: error });
  }
}

/** Error of the server or file that caused a failure. The sentence of an AppError is for visitors, and hides it. */
function causeOf(error: unknown): unknown {
  if (error instanceof AppError) return error.cause;
  return isDatabaseUnavailable(error) || isSystemError(error) ? error : undefined;
}

/** An error of the operating system, such as a full disk or a folder of another user, names all that helps. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
