import type { Retention } from '@waybill/backup';
import type { SharedEnvironment } from '@waybill/composition';
import { ConfigurationError } from '@waybill/service-kit';
import { parseArgs } from 'node:util';

const BACKUP_USAGE =
  'Usage: npm run backup -- [--to FOLDER|s3://BUCKET] [--keep N] [--keep-days N] [--if-due] [--rows-only | --prune]';
const RESTORE_USAGE = 'Usage: npm run restore -- --from FOLDER|s3://BUCKET [--backup NAME] [--force]';
const VERIFY_USAGE = 'Usage: npm run verify -- --from FOLDER|s3://BUCKET [--backup NAME] [--database URL]';

export interface BackupArguments {
  /** A folder, or `s3://bucket`. */
  readonly location: string;
  readonly retention: Retention;
  /** Makes no backup while the newest one is younger than BACKUP_INTERVAL_HOURS. */
  readonly ifDue: boolean;
  readonly rowsOnly: boolean;
  /** Makes no backup, and only removes those that are not kept. */
  readonly prune: boolean;
}

/** Defaults of omitted options. */
type BackupDefaults = Pick<SharedEnvironment, 'BACKUP_TO' | 'BACKUP_KEEP' | 'BACKUP_KEEP_DAYS'>;

/** @throws ConfigurationError with the usage */
export function parseBackupArguments(args: readonly string[], env: BackupDefaults): BackupArguments {
  const options = {
    to: { type: 'string' },
    keep: { type: 'string' },
    'keep-days': { type: 'string' },
    'if-due': { type: 'boolean' },
    'rows-only': { type: 'boolean' },
    prune: { type: 'boolean' },
  } as const;
  const values = parse(args, options, BACKUP_USAGE);
  const location = values.to ?? env.BACKUP_TO;
  if (location === undefined) throw new ConfigurationError(BACKUP_USAGE);
  const retention = {
    count: parseNumber(values.keep, env.BACKUP_KEEP),
    days: parseNumber(values['keep-days'], env.BACKUP_KEEP_DAYS),
  };
  const { 'if-due': ifDue = false, 'rows-only': rowsOnly = false, prune = false } = values;
  if ((rowsOnly || ifDue) && prune) throw new ConfigurationError(BACKUP_USAGE);
  return { location, retention, ifDue, rowsOnly, prune };
}

function parseNumber(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new ConfigurationError(BACKUP_USAGE);
  return Number(text);
}

export interface RestoreArguments {
  /** A folder, or `s3://bucket`. */
  readonly location: string;
  /** Name of the backup; the newest when left out. */
  readonly backup: string | undefined;
  /** Confirms that existing data is replaced. */
  readonly force: boolean;
}

/** @throws ConfigurationError with the usage */
export function parseRestoreArguments(args: readonly string[]): RestoreArguments {
  const options = {
    from: { type: 'string' },
    backup: { type: 'string' },
    force: { type: 'boolean' },
  } as const;
  const { from, backup, force } = parse(args, options, RESTORE_USAGE);
  if (from === undefined) throw new ConfigurationError(RESTORE_USAGE);
  return { location: from, backup, force: force ?? false };
}

export interface VerifyArguments {
  /** A folder, or `s3://bucket`. */
  readonly location: string;
  /** Name of the backup; the newest when left out. */
  readonly backup: string | undefined;
  /** URL of an empty database; a temporary embedded PostgreSQL when left out. */
  readonly database: string | undefined;
}

/** @throws ConfigurationError with the usage */
export function parseVerifyArguments(args: readonly string[]): VerifyArguments {
  const options = {
    from: { type: 'string' },
    backup: { type: 'string' },
    database: { type: 'string' },
  } as const;
  const { from, backup, database } = parse(args, options, VERIFY_USAGE);
  if (from === undefined) throw new ConfigurationError(VERIFY_USAGE);
  return { location: from, backup, database };
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
