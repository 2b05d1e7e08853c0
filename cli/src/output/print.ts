import type { Writable } from 'node:stream';

/** Writes a result to standard output. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a remark to standard error: standard output has results alone. */
export function printRemark(line: string): void {
  process.stderr.write(`${line}\n`);
}

export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

/** Lets a transfer go on when standard error is closed, as by a log program that ends: remarks can be missed. */
export function ignoreLostRemarks(errors: Writable): void {
  errors.on('error', () => undefined);
}
