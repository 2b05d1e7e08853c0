import { randomBytes } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigurationError, nullIfMissing } from '@waybill/service-kit';
import { syncFolder, writeSynced } from '@waybill/service-kit/durable-files';
import { type Binaries, majorVersion } from './binaries.js';
import type { Launcher } from './launcher.js';

/** Name of Waybill's role and database. The role is no superuser: SQL cannot read files or run programs. */
export const ROLE = 'waybill';

const PASSWORD_FILE = 'waybill.password';

/** Creates the data folder `cluster` with a role, its password and an empty database; atomic, by one rename. */
export async function createCluster(launcher: Launcher, binaries: Binaries, cluster: string): Promise<void> {
  const draft = `${cluster}.new`;
  const password = randomBytes(24).toString('hex');
  await rm(draft, { recursive: true, force: true });
  await launcher.run(binaries.initdb, [
    ...['--pgdata', draft, '--username', 'postgres', '--encoding', 'UTF8'],
    // The builtin locale sorts the same on every operating system and in every version, so indexes stay valid.
    ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...['--auth', 'reject', '--data-checksums', '--no-instructions'],
  ]);
  await launcher.run(
    binaries.postgres,
    ['--single', '-D', draft, '-c', 'exit_on_error=true', 'postgres'],
    // Let the role read `data_directory`, by which Waybill recognises a copy of the data folder beside the original.
    `CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${password}';\nGRANT pg_read_all_settings TO ${ROLE};\n` +
      `CREATE DATABASE ${ROLE} OWNER ${ROLE};\n`,
  );
  await writeSynced(join(draft, 'pg_hba.conf'), `host all ${ROLE} 127.0.0.1/32 scram-sha-256\n`);
  await writeSynced(join(draft, PASSWORD_FILE), password);
  await launcher.giveOwnership(join(draft, PASSWORD_FILE));
  await rename(draft, cluster);
  await syncFolder(dirname(cluster));
}

/**
 * Password of the role; null when there is no cluster yet.
 * @throws ConfigurationError when the cluster is of another major version of PostgreSQL
 */
export async function openCluster(binaries: Binaries, cluster: string): Promise<string | null> {
  const found = await readIfExists(join(cluster, 'PG_VERSION'));
  if (found === null) return null;
  const [theirs, ours] = [found.trim(), await majorVersion(binaries)];
  if (theirs !== ours) {
    throw new ConfigurationError(
      `The database in ${cluster} was made by PostgreSQL ${theirs}, but this Waybill brings PostgreSQL ${ours}: back up ` +
        'with the earlier release of Waybill, and restore with this one into an empty DATA_DIR.',
    );
  }
  const password = await readIfExists(join(cluster, PASSWORD_FILE));
  if (password === null) throw new ConfigurationError(`${join(cluster, PASSWORD_FILE)} is missing.`);
  return password;
}

function readIfExists(path: string): Promise<string | null> {
  return nullIfMissing(readFile(path, 'utf8'));
}
