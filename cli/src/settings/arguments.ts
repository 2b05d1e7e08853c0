import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from '../errors.js';
import { usageOf } from '../usage.js';

type Options = NonNullable<ParseArgsConfig['options']>;
interface Config<O extends Options> {
  args: string[];
  options: O;
  strict: true;
  allowPositionals: true;
}
export type Parsed<O extends Options> = ReturnType<typeof parseArgs<Config<O>>>;

/** @throws UsageError with the usage of the command */
export function parseArguments<const O extends Options>(
  command: string,
  args: readonly string[],
  options: O,
  isExpected: (positionals: readonly string[]) => boolean,
): Parsed<O> {
  let parsed: Parsed<O>;
  try {
    parsed = parseArgs<Config<O>>({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    // Keep the first sentence: Node appends advice about arguments that begin with a dash, which would mislead.
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new UsageError(`${sentence.replace(/\.$/, '')}: see "waybill ${command} --help".`);
  }
  if (!isExpected(parsed.positionals)) throw new UsageError(usageOf(command) ?? '');
  return parsed;
}

export const none = (positionals: readonly string[]) => positionals.length === 0;
export const one = (positionals: readonly string[]) => positionals.length === 1;
export const some = (positionals: readonly string[]) => positionals.length > 0;
