import { parseJson } from '@waybill/contracts';
import { ConfigurationError, nullIfMissing } from '@waybill/service-kit';
import { replaceFile, syncFolder } from '@waybill/service-kit/durable-files';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const NAME = 'manifest.json';
const FORMAT = 1;

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
});

const schemaDump = z.object({
  /** Names of the migrations that had run. */
  migrations: z.array(z.string()),
  /** Each after the tables that it references. */
  tables: z.array(table),
  /** Last value of each sequence that was used. */
  sequences: z.record(z.string(), z.string()),
});

const fileDigest = z.object({ path: z.string(), size: z.int(), sha256: z.string() });

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** Folder of everything but the objects. */
  state: z.string().regex(/^state-[0-9a-z-]+$/),
  schemas: z.record(z.string(), schemaDump),
  /** Every file of the state folder; paths are relative to it. */
  files: z.array(fileDigest),
  objects: z.object({ count: z.int(), bytes: z.int() }),
  /** True: the objects are not part of the backup, as their bucket has a copy of its own. */
  rowsOnly: z.boolean().default(false),
  /** Series of the backup; null for one of an earlier version, or when the database could not store it. */
  series: z.uuid().nullable().default(null),
  /** Keys of objects that rows name, but that were missing in the store. */
  lost: z.array(z.string()),
});

export type SchemaDump = z.infer<typeof schemaDump>;
export type TableDump = z.infer<typeof table>;
/** A file with its size in bytes and its SHA-256 in hex. */
export type FileDigest = z.infer<typeof fileDigest>;
/** The contents of a backup. Written last: a folder without it holds no complete backup. */
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * Manifest of the backup in `folder`; null without one.
 * @throws ConfigurationError when it is malformed
 */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const path = join(folder, NAME);
  const text = await nullIfMissing(readFile(path, 'utf8'));
  return text === null ? null : parseManifest(text, path);
}

/** @throws ConfigurationError that names `origin` when the manifest is malformed */
export function parseManifest(text: string, origin: string): Manifest {
  const result = manifestSchema.safeParse(parseJson(text));
  if (result.success) return result.data;
  throw new ConfigurationError(`${origin} is damaged, or of a newer Waybill than this.`);
}

export function formatManifest(manifest: Omit<Manifest, 'format'>): string {
  return `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;
}

/** Total number of rows. */
export function countRows(schemas: Manifest['schemas']): number {
  const tables = Object.values(schemas).flatMap((schema) => schema.tables);
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** Replaces the manifest in one durable step. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  await replaceFile(join(folder, NAME), formatManifest(manifest));
}

/** Makes the backup in `folder` an unfinished one, in one durable step. */
export async function removeManifest(folder: string): Promise<void> {
  await rm(join(folder, NAME), { force: true });
  await syncFolder(folder);
}
