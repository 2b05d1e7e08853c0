import type { ServiceDatabase } from '@waybill/database';
import { ConfigurationError, type Logger } from '@waybill/service-kit';
import type { ObjectStore } from '@waybill/storage';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { copyFiles } from './backup-folder.js';
import type { BackupLocation } from './backup-location.js';
import { connectedProcesses, loadSchema, schemasInUse, swapSchemas } from './load-database.js';
import { countRows, type Manifest } from './manifest.js';
import { findAbsentObjects, findDamagedObjects, restoreObjects } from './object-copies.js';
import { isIntact } from './state-files.js';
import { databasesOf, MAILS, SECRETS } from './take-backup.js';

/** Longest time for which PostgreSQL lists a connection after its process has closed it. */
const CLOSING_MS = 2_000;

export interface RestoreTarget {
  readonly databaseUrl: string;
  readonly services: readonly ServiceDatabase[];
  /** Schema of the in-process bus; null where RabbitMQ is the bus. */
  readonly bus: ServiceDatabase | null;
  readonly objects: ObjectStore;
  /** Schema whose rows reference objects, and the repair of rows whose objects are lost. */
  readonly references: {
    readonly schema: string;
    repair(manager: EntityManager, lost: readonly string[], now: Date): Promise<void>;
  };
  readonly mails: string;
  /** Called before and after the rows are restored. @throws ConfigurationError when the secrets do not fit */
  installSecrets(secrets: Readonly<Record<string, string>>, rowsAreInPlace: boolean): Promise<void>;
}

export interface RestoreReport {
  readonly createdAt: Date;
  /** Rows of the schemas that the target has. */
  readonly rows: number;
  readonly mails: number;
  /** Whether the backup is without objects. */
  readonly rowsOnly: boolean;
  readonly objects: number;
  readonly bytes: number;
  /** Objects that neither the backup nor the store has: their files are shown as expired. */
  readonly expired: number;
}

/** A backup of which every file and object matches its recorded hash. */
export interface VerifiedBackup {
  readonly location: BackupLocation;
  readonly manifest: Manifest;
  /** Path of the folder of its rows, secrets and mails. */
  readonly state: string;
}

/**
 * Restores a backup. The present rows stay in use until the restored ones replace all of them in one transaction, so an
 * interrupted restore can be repeated.
 * @throws ConfigurationError with one sentence when Waybill runs, has data, or does not fit the backup
 */
export async function restoreBackup(
  { location, manifest, state }: VerifiedBackup,
  target: RestoreTarget,
  { force, logger }: { readonly force: boolean; readonly logger: Logger },
): Promise<RestoreReport> {
  await requireStoppedAndEmpty(target, force);
  const secrets = JSON.parse(await readFile(join(state, SECRETS), 'utf8')) as Record<string, string>;
  await target.installSecrets(secrets, false);

  const objects = await location.objectsOf(manifest);
  await restoreObjects(objects, location.objects, target.objects);
  // The store can have an object that it lacked during the backup, because it was repaired since.
  const lost = await findAbsentObjects(manifest.lost, target.objects);
  const mails = await copyFiles(join(state, MAILS), target.mails);

  const loaded: Manifest['schemas'] = {};
  for (const database of databasesOf(target)) {
    const dump = manifest.schemas[database.schema];
    if (!dump) continue;
    const { references } = target;
    const repair = (manager: EntityManager) => references.repair(manager, lost, new Date());
    await loadSchema(
      target.databaseUrl,
      database,
      dump,
      state,
      logger,
      database.schema === references.schema ? repair : undefined,
    );
    loaded[database.schema] = dump;
  }
  const obsolete = databasesOf(target)
    .map(({ schema }) => schema)
    .filter((schema) => !loaded[schema]);
  await swapSchemas(target.databaseUrl, Object.keys(loaded), obsolete);
  await target.installSecrets(secrets, true);
  return {
    createdAt: new Date(manifest.createdAt),
    rows: countRows(loaded),
    mails,
    rowsOnly: manifest.rowsOnly,
    objects: objects.length,
    bytes: manifest.objects.bytes,
    expired: lost.length,
  };
}

/**
 * Opens a backup and compares every file and object with its hash.
 * @param name name of its state; the newest backup when left out
 * @throws ConfigurationError when there is no complete backup, or it is damaged
 */
export async function openVerifiedBackup(location: BackupLocation, name?: string): Promise<VerifiedBackup> {
  const backups = await location.backups();
  const manifest = name === undefined ? backups[0] : backups.find((backup) => backup.state === name);
  if (!manifest && backups.length > 0) {
    throw new ConfigurationError(
      `There is no backup ${name} in ${location.name}. There are: ${backups.map((backup) => backup.state).join(', ')}.`,
    );
  }
  if (!manifest) {
    throw new ConfigurationError(`There is no backup in ${location.name}, or only an unfinished one.`);
  }
  const state = await location.openState(manifest);
  for (const file of manifest.files) {
    if (!(await isIntact(state, file))) throw damaged(join(state, file.path));
  }
  const [key] = await findDamagedObjects(await location.objectsOf(manifest), location.objects);
  if (key !== undefined) throw damaged(`the object ${key} in ${location.name}`);
  return { location, manifest, state };
}

function damaged(what: string): ConfigurationError {
  return new ConfigurationError(
    `The backup is damaged: ${what} is missing or was changed. Nothing was restored.`,
  );
}

/** Waits for a moment until the connections of processes that have just ended are closed. */
async function stillConnectedProcesses(databaseUrl: string): Promise<string[]> {
  const deadline = Date.now() + CLOSING_MS;
  for (;;) {
    const connected = await connectedProcesses(databaseUrl);
    if (connected.length === 0 || Date.now() > deadline) return connected;
    await sleep(CLOSING_MS / 20);
  }
}

async function requireStoppedAndEmpty(
  { databaseUrl, services }: RestoreTarget,
  force: boolean,
): Promise<void> {
  const running = await stillConnectedProcesses(databaseUrl);
  if (running.length > 0) {
    throw new ConfigurationError(
      `Waybill is running on this database (${running.join(', ')}): stop it first.`,
    );
  }
  if (force) return;
  const inUse = await schemasInUse(databaseUrl, services);
  if (inUse.length > 0) {
    throw new ConfigurationError(
      `There is a Waybill with data here already (${inUse.join(', ')}). With --force it is replaced, for good.`,
    );
  }
}
