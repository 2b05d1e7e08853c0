import type { ServiceDatabase } from '@waybill/database';
import type { ObjectStore } from '@waybill/storage';
import { finished } from 'node:stream/promises';
import { join } from 'node:path';
import type { EntityManager } from 'typeorm';
import { BackupFolder, copyFiles } from './backup-folder.js';
import { collectObjects } from './copy-objects.js';
import { dumpDatabase } from './dump-database.js';
import { rowsOf, writeManifest } from './manifest.js';
import { OBJECT_LIST, ObjectListWriter } from './object-list.js';
import { openConnection } from './open-connection.js';
import { contentsOf, createFile } from './state-files.js';

/** Everything that a Waybill is. */
export interface BackupSource {
  readonly databaseUrl: string;
  readonly services: readonly ServiceDatabase[];
  /** Where events wait for those who take them; null when another server keeps them. */
  readonly bus: ServiceDatabase | null;
  readonly objects: ObjectStore;
  /** The schema whose rows name objects, and the keys they name. */
  readonly naming: { readonly schema: string; keys(manager: EntityManager): AsyncIterable<string> };
  /** Names and values, as the environment has them. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Folder of the mails that were kept instead of sent. */
  readonly mails: string;
}

export interface BackupReport {
  readonly rows: number;
  readonly mails: number;
  readonly objects: number;
  /** Of all objects together. */
  readonly bytes: number;
  /** Objects that were not in the folder before. */
  readonly copied: number;
  /** Objects whose files were removed while the backup ran. */
  readonly gone: number;
  /** Objects of files that are still there: their bytes are lost. */
  readonly missing: readonly string[];
}

/** Where the secrets stand in a state folder. */
export const SECRETS = 'secrets.json';
/** Where the kept mails stand in a state folder. */
export const MAILS = 'mails';

/**
 * Brings the backup in `folder` up to date while Waybill runs: rows as of one moment, then the objects they name.
 * Until it is whole the one before stays whole.
 */
export async function takeBackup(source: BackupSource, path: string): Promise<BackupReport> {
  const folder = new BackupFolder(path);
  const before = await folder.manifest();
  const known = new Map((before ? await folder.listOf(before) : []).map((object) => [object.key, object]));

  const createdAt = new Date();
  const state = await folder.begin(createdAt);
  const stateFolder = folder.stateFolder({ state });
  const { schemas, result: keys } = await dumpDatabase(
    source.databaseUrl,
    databasesOf(source),
    stateFolder,
    ({ manager }) => namedKeys(source, manager),
  );
  await writeSecrets(join(stateFolder, SECRETS), source.secrets);
  const mails = await copyFiles(source.mails, join(stateFolder, MAILS));

  const list = await ObjectListWriter.create(join(stateFolder, OBJECT_LIST));
  const { copied, lost } = await collectObjects(keys, source.objects, folder.objects, known, (object) =>
    list.add(object),
  );
  const objects = await list.end();
  const missing = await stillNamed(source, lost);
  const files = await contentsOf(stateFolder);
  await writeManifest(path, { createdAt: createdAt.toISOString(), state, schemas, files, objects, lost });
  await folder.tidy(state, new Set(keys));

  return {
    rows: rowsOf(schemas),
    mails,
    objects: objects.count,
    bytes: objects.bytes,
    copied,
    gone: lost.length - missing.length,
    missing,
  };
}

/** Every schema that belongs to it. */
export function databasesOf({ services, bus }: Pick<BackupSource, 'services' | 'bus'>): ServiceDatabase[] {
  return bus ? [...services, bus] : [...services];
}

async function namedKeys({ naming }: BackupSource, manager: EntityManager): Promise<string[]> {
  await manager.query(`SELECT set_config('search_path', $1, true)`, [naming.schema]);
  const keys: string[] = [];
  for await (const key of naming.keys(manager)) keys.push(key);
  return keys;
}

/** Those of the keys that rows name by now: what was removed meanwhile is named no more. */
async function stillNamed(source: BackupSource, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const connection = await openConnection(source.databaseUrl, 'waybill-backup');
  try {
    const named = new Set(await connection.transaction((manager) => namedKeys(source, manager)));
    return keys.filter((key) => named.has(key));
  } finally {
    await connection.destroy();
  }
}

async function writeSecrets(path: string, secrets: Readonly<Record<string, string>>): Promise<void> {
  const file = await createFile(path);
  file.end(`${JSON.stringify(secrets, null, 2)}\n`);
  await finished(file);
}
