import type { ServiceDatabase } from '@waybill/database';
import type { ObjectStore } from '@waybill/storage';
import { finished } from 'node:stream/promises';
import { join } from 'node:path';
import type { EntityManager } from 'typeorm';
import { copyFiles } from './backup-folder.js';
import type { BackupLocation } from './backup-location.js';
import { dumpDatabase } from './dump-database.js';
import { countRows, type Manifest } from './manifest.js';
import { backUpObjects, type ObjectDigest } from './object-copies.js';
import { OBJECT_LIST, ObjectListWriter } from './object-list.js';
import { openConnection } from './open-connection.js';
import { type BackupsLeft, removeOldBackups } from './remove-old-backups.js';
import { KEEP_NEWEST, type Retention } from './retention.policy.js';
import { createFile, digestFiles } from './state-files.js';

export interface BackupSource {
  readonly databaseUrl: string;
  /** Series that the backup continues; null when it is unknown. */
  readonly series: string | null;
  readonly services: readonly ServiceDatabase[];
  /** Schema of the in-process bus; null where RabbitMQ is the bus. */
  readonly bus: ServiceDatabase | null;
  readonly objects: ObjectStore;
  /** Schema whose rows reference objects, and a query for their keys. */
  readonly references: { readonly schema: string; keys(manager: EntityManager): AsyncIterable<string> };
  /** Secret settings by the names of their environment variables. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Folder of the mails that were stored instead of sent. */
  readonly mails: string;
}

export interface BackupOptions {
  /** Default: only the newest backup. */
  readonly retention?: Retention;
  /** Leaves the objects out, for a bucket that is replicated or versioned. */
  readonly rowsOnly?: boolean;
}

export interface BackupReport {
  readonly createdAt: Date;
  readonly backups: BackupsLeft;
  readonly rows: number;
  readonly mails: number;
  readonly objects: number;
  /** Sum of the sizes of all objects. */
  readonly bytes: number;
  /** Objects that were not at the location before. */
  readonly copied: number;
  /** Objects that are not in the backup, because their files were deleted while it ran. */
  readonly deleted: number;
  /** Objects of existing files that are missing in the store. */
  readonly missing: readonly string[];
  /** Part of `missing` that the backup contains, because an earlier backup has copied it. */
  readonly saved: readonly string[];
}

/** Exit code of `backup` when the backup is complete, but the store has lost objects. A repetition reports the same. */
export const OBJECTS_MISSING_EXIT_CODE = 2;

/** Name of the file of secrets in a state folder. */
export const SECRETS = 'secrets.json';
/** Name of the folder of mails in a state folder. */
export const MAILS = 'mails';

/**
 * Adds a backup to the location while Waybill runs: first rows from one snapshot, then the objects that they reference.
 * Earlier backups are removed only when this one is complete.
 */
export async function takeBackup(
  source: BackupSource,
  location: BackupLocation,
  { retention = KEEP_NEWEST, rowsOnly = false }: BackupOptions = {},
): Promise<BackupReport> {
  const backups = await location.backups();
  // Free the disk that an interrupted or failed backup has used, before this one needs it.
  await location.removeStatesBut(backups);
  const known = await knownObjects(location, backups);

  const createdAt = new Date();
  const { name: state, folder: stateFolder } = await location.createState(createdAt);
  const { schemas, result: keys } = await dumpDatabase(
    source.databaseUrl,
    databasesOf(source),
    stateFolder,
    ({ manager }) => referencedKeys(source, manager),
  );
  await writeSecrets(join(stateFolder, SECRETS), source.secrets);
  const mails = await copyFiles(source.mails, join(stateFolder, MAILS));

  const list = await ObjectListWriter.create(join(stateFolder, OBJECT_LIST));
  const { copied, missing, lost } = await backUpObjects(
    rowsOnly ? [] : keys,
    source.objects,
    location.objects,
    known,
    (object) => list.add(object),
  );
  const objects = await list.end();
  // Sets, because a store can have lost most of its objects.
  const missingOfFiles = new Set(await stillReferenced(source, missing));
  const lostKeys = new Set(lost);
  const files = await digestFiles(stateFolder);
  await location.complete({
    createdAt: createdAt.toISOString(),
    state,
    schemas,
    files,
    objects,
    rowsOnly,
    series: source.series,
    lost: [...lost],
  });
  const left = await removeOldBackups(location, source.series, retention, createdAt);

  return {
    createdAt,
    backups: left,
    rows: countRows(schemas),
    mails,
    objects: objects.count,
    bytes: objects.bytes,
    copied,
    deleted: lost.filter((key) => !missingOfFiles.has(key)).length,
    missing: [...missingOfFiles],
    saved: [...missingOfFiles].filter((key) => !lostKeys.has(key)),
  };
}

/** Every schema of a backup. */
export function databasesOf({ services, bus }: Pick<BackupSource, 'services' | 'bus'>): ServiceDatabase[] {
  return bus ? [...services, bus] : [...services];
}

/** Digests of the objects at the location, from the lists of its backups. */
async function knownObjects(
  location: BackupLocation,
  backups: readonly Manifest[],
): Promise<ReadonlyMap<string, ObjectDigest>> {
  const known = new Map<string, ObjectDigest>();
  for (const manifest of backups)
    for (const object of await location.objectsOf(manifest)) known.set(object.key, object);
  return known;
}

async function referencedKeys({ references }: BackupSource, manager: EntityManager): Promise<string[]> {
  await manager.query(`SELECT set_config('search_path', $1, true)`, [references.schema]);
  const keys: string[] = [];
  for await (const key of references.keys(manager)) keys.push(key);
  return keys;
}

/** The keys that rows still reference after the copy. The files of the other keys were deleted meanwhile. */
async function stillReferenced(source: BackupSource, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const connection = await openConnection(source.databaseUrl, 'waybill-backup');
  try {
    const referenced = new Set(await connection.transaction((manager) => referencedKeys(source, manager)));
    return keys.filter((key) => referenced.has(key));
  } finally {
    await connection.destroy();
  }
}

async function writeSecrets(path: string, secrets: Readonly<Record<string, string>>): Promise<void> {
  const file = await createFile(path);
  file.end(`${JSON.stringify(secrets, null, 2)}\n`);
  await finished(file);
}
