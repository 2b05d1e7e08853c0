import type { ServiceDatabase } from '@waybill/database';
import { ConfigurationError, type Logger } from '@waybill/service-kit';
import type { ObjectStore } from '@waybill/storage';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityManager } from 'typeorm';
import { BackupFolder, copyFiles } from './backup-folder.js';
import { damagedObjects, returnObjects } from './copy-objects.js';
import { connectedProcesses, loadSchema, schemasInUse, swapSchemas } from './load-database.js';
import { type Manifest, rowsOf } from './manifest.js';
import { isIntact } from './state-files.js';
import { databasesOf, MAILS, SECRETS } from './take-backup.js';

/** Where a Waybill is brought back to. */
export interface RestoreTarget {
  readonly databaseUrl: string;
  readonly services: readonly ServiceDatabase[];
  /** Where events wait for those who take them; null when another server keeps them. */
  readonly bus: ServiceDatabase | null;
  readonly objects: ObjectStore;
  /** The schema whose rows name objects, and what makes them fit a store that lacks some. */
  readonly naming: {
    readonly schema: string;
    settle(manager: EntityManager, lost: readonly string[], now: Date): Promise<void>;
  };
  readonly mails: string;
  /** Called before the rows are in place, and again when they are. @throws ConfigurationError when they do not fit */
  takeSecrets(secrets: Readonly<Record<string, string>>, rowsAreInPlace: boolean): Promise<void>;
}

export interface RestoreReport {
  readonly createdAt: Date;
  readonly rows: number;
  readonly mails: number;
  readonly objects: number;
  readonly bytes: number;
  /** Files that are shown as expired, as they were removed while the backup was taken. */
  readonly expired: number;
}

/** A backup of which every byte was seen to be what it was. */
export interface WholeBackup {
  readonly folder: BackupFolder;
  readonly manifest: Manifest;
}

/**
 * Brings back what the backup holds. The rows that were there stay until all others are in place: what is interrupted
 * can be begun again.
 * @throws ConfigurationError in one sentence when it cannot, or should not, be done
 */
export async function restoreBackup(
  { folder, manifest }: WholeBackup,
  target: RestoreTarget,
  { force, logger }: { readonly force: boolean; readonly logger: Logger },
): Promise<RestoreReport> {
  await refuseOthers(target, force);
  const state = folder.stateFolder(manifest);
  const secrets = JSON.parse(await readFile(join(state, SECRETS), 'utf8')) as Record<string, string>;
  await target.takeSecrets(secrets, false);

  const objects = await folder.listOf(manifest);
  await returnObjects(objects, folder.objects, target.objects);
  const mails = await copyFiles(join(state, MAILS), target.mails);

  const loaded: string[] = [];
  for (const database of databasesOf(target)) {
    const dump = manifest.schemas[database.schema];
    if (!dump) continue;
    const { naming } = target;
    const settle = (manager: EntityManager) => naming.settle(manager, manifest.lost, new Date());
    await loadSchema(
      target.databaseUrl,
      database,
      dump,
      state,
      logger,
      database.schema === naming.schema ? settle : undefined,
    );
    loaded.push(database.schema);
  }
  const abandoned = databasesOf(target)
    .map(({ schema }) => schema)
    .filter((schema) => !loaded.includes(schema));
  await swapSchemas(target.databaseUrl, loaded, abandoned);
  await target.takeSecrets(secrets, true);
  return {
    createdAt: new Date(manifest.createdAt),
    rows: rowsOf(manifest.schemas),
    mails,
    objects: objects.length,
    bytes: manifest.objects.bytes,
    expired: manifest.lost.length,
  };
}

/**
 * Reads all of the backup in the folder at `path`.
 * @throws ConfigurationError when there is none, or a file of it is not what it was
 */
export async function findBackup(path: string): Promise<WholeBackup> {
  const folder = new BackupFolder(path);
  const manifest = await folder.manifest();
  if (!manifest) {
    throw new ConfigurationError(
      `There is no backup in ${folder.path}, or only one that never came to its end.`,
    );
  }
  const state = folder.stateFolder(manifest);
  for (const file of manifest.files) {
    if (!(await isIntact(state, file))) throw damaged(join(state, file.path));
  }
  const [key] = await damagedObjects(await folder.listOf(manifest), folder.objects);
  if (key !== undefined) throw damaged(`the object ${key} in ${folder.path}`);
  return { folder, manifest };
}

function damaged(what: string): ConfigurationError {
  return new ConfigurationError(
    `The backup is damaged: ${what} is missing or was changed. Nothing was restored.`,
  );
}

async function refuseOthers({ databaseUrl, services }: RestoreTarget, force: boolean): Promise<void> {
  const running = await connectedProcesses(databaseUrl);
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
