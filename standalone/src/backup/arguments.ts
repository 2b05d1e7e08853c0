import { ConfigurationError } from '@waybill/service-kit';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** @returns the folder to write to. @throws ConfigurationError how to use it */
export function readBackupOrder(args: readonly string[]): string {
  const usage = 'Usage: npm run backup -- --to FOLDER';
  const { to } = parsed(args, { to: { type: 'string' } }, usage);
  if (to === undefined) throw new ConfigurationError(usage);
  return resolve(to);
}

/** What an operator asked to be restored. */
export interface RestoreOrder {
  readonly folder: string;
  /** The operator knows that what is there is gone afterwards. */
  readonly force: boolean;
}

/** @throws ConfigurationError how to use it */
export function readRestoreOrder(args: readonly string[]): RestoreOrder {
  const usage = 'Usage: npm run restore -- --from FOLDER [--force]';
  const { from, force } = parsed(args, { from: { type: 'string' }, force: { type: 'boolean' } }, usage);
  if (from === undefined) throw new ConfigurationError(usage);
  return { folder: resolve(from), force: force ?? false };
}

function parsed<O extends Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>>(
  args: readonly string[],
  options: O,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch {
    throw new ConfigurationError(usage);
  }
}
