import { ConfigurationError } from '@waybill/service-kit';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const BACKUP_USAGE = 'Usage: npm run backup -- --to FOLDER';
const RESTORE_USAGE = 'Usage: npm run restore -- --from FOLDER [--force]';

/** @returns the folder to write to. @throws ConfigurationError with the usage */
export function parseBackupArguments(args: readonly string[]): string {
  const { to } = parse(args, { to: { type: 'string' } }, BACKUP_USAGE);
  if (to === undefined) throw new ConfigurationError(BACKUP_USAGE);
  return resolve(to);
}

export interface RestoreArguments {
  readonly folder: string;
  /** Confirms that existing data is replaced. */
  readonly force: boolean;
}

/** @throws ConfigurationError with the usage */
export function parseRestoreArguments(args: readonly string[]): RestoreArguments {
  const { from, force } = parse(
    args,
    { from: { type: 'string' }, force: { type: 'boolean' } },
    RESTORE_USAGE,
  );
  if (from === undefined) throw new ConfigurationError(RESTORE_USAGE);
  return { folder: resolve(from), force: force ?? false };
}

function parse<O extends Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>>(
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
