import { randomBytes } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigurationError } from '@waybill/service-kit';
import { syncFolder, writeSynced } from '@waybill/service-kit/durable-files';
import { type Binaries, majorVersion } from './binaries.js';
import type { Launcher } from './launcher.js';

/** Role and database that Waybill uses; the role is no superuser, so it reads no files and runs no programs. */
export const ROLE = 'waybill';

const PASSWORD_FILE = 'waybill.password';

/**
 * Makes an empty database in `cluster`, with its password. It comes into being by one rename: after a crash at
 * any point there is either none or a whole one.
 */
export async function createCluster(launcher: Launcher, binaries: Binaries, cluster: string): Promise<void> {
  const draft = `${cluster}.new`;
  const password = randomBytes(24).toString('hex');
  await rm(draft, { recursive: true, force: true });
  await launcher.run(binaries.initdb, [
    ...['--pgdata', draft, '--username', 'postgres', '--encoding', 'UTF8'],
    // The builtin locale sorts alike on every operating system, and never changes under an index.
    ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...['--auth', 'reject', '--data-checksums', '--no-instructions'],
  ]);
  await launcher.run(
    binaries.postgres,
    ['--single', '-D', draft, '-c', 'exit_on_error=true', 'postgres'],
    `CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${password}';\nCREATE DATABASE ${ROLE} OWNER ${ROLE};\n`,
  );
  await writeSynced(join(draft, 'pg_hba.conf'), `host all ${ROLE} 127.0.0.1/32 scram-sha-256\n`);
  await writeSynced(join(draft, PASSWORD_FILE), password);
  await launcher.handOver(join(draft, PASSWORD_FILE));
  await rename(draft, cluster);
  await syncFolder(dirname(cluster));
}

/**
 * The password of a cluster's role; null when there is no cluster yet.
 * @throws ConfigurationError when the cluster was made by another major version of PostgreSQL
 */
export async function openCluster(binaries: Binaries, cluster: string): Promise<string | null> {
  const found = await readIfThere(join(cluster, 'PG_VERSION'));
  if (found === null) return null;
  const [theirs, ours] = [found.trim(), await majorVersion(binaries)];
  if (theirs !== ours) {
    throw new ConfigurationError(
      `The database in ${cluster} was made by PostgreSQL ${theirs}, but this Waybill brings PostgreSQL ${ours}: move the data over with pg_dump.`,
    );
  }
  const password = await readIfThere(join(cluster, PASSWORD_FILE));
  if (password === null) throw new ConfigurationError(`${join(cluster, PASSWORD_FILE)} is missing.`);
  return password;
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
