import { ConfigurationError } from '@waybill/service-kit';
import { replaceFile } from '@waybill/service-kit/durable-files';
import { readFile } from 'node:fs/promises';
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
  /** Names of the migrations that had made the schema what it was. */
  migrations: z.array(z.string()),
  /** In an order in which they can be loaded. */
  tables: z.array(table),
  /** Last value of each sequence that gave any. */
  sequences: z.record(z.string(), z.string()),
});

const content = z.object({ path: z.string(), size: z.int(), sha256: z.string() });

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** Folder of everything that this backup does not share with the one before. */
  state: z.string().regex(/^state-[0-9a-z-]+$/),
  schemas: z.record(z.string(), schemaDump),
  /** Every file of the state folder, relative to it. */
  files: z.array(content),
  objects: z.object({ count: z.int(), bytes: z.int() }),
  /** Keys of objects that rows name, but that were gone when their turn came. */
  lost: z.array(z.string()),
});

export type SchemaDump = z.infer<typeof schemaDump>;
export type TableDump = z.infer<typeof table>;
/** A file with its length in bytes and its hash in hex. */
export type Content = z.infer<typeof content>;
/** What a backup consists of. It is written last, so that a backup without it is none. */
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * The manifest of the backup in `folder`; null where there is none.
 * @throws ConfigurationError when there is one that is none of ours
 */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const path = join(folder, NAME);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const result = manifestSchema.safeParse(parseJson(text));
  if (result.success) return result.data;
  throw new ConfigurationError(`${path} is damaged, or of a newer Waybill than this.`);
}

/** How many rows all tables have together. */
export function rowsOf(schemas: Manifest['schemas']): number {
  const tables = Object.values(schemas).flatMap((schema) => schema.tables);
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** Replaces the manifest in one step that outlives a power cut. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  await replaceFile(join(folder, NAME), `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
