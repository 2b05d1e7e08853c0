import type { ServiceDatabase } from '@waybill/database';
import { ConfigurationError, type Logger } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import { loadSchema, schemasInUse, swapSchemas } from './load-database.js';
import { countRows } from './manifest.js';
import { openConnection } from './open-connection.js';
import type { VerifiedBackup } from './restore-backup.js';

export interface VerificationTarget {
  /** An empty database for the restored rows. */
  readonly databaseUrl: string;
  readonly databases: readonly ServiceDatabase[];
  /** Schema whose rows reference objects, and a query for their keys that also checks their encryption keys. */
  readonly references: { readonly schema: string; keys(manager: EntityManager): AsyncIterable<string> };
}

/**
 * Restores the rows of a backup into an empty database. Compares the number of rows of each table with the manifest,
 * and the objects that rows reference with the objects in the backup. The hashes were compared when the backup was
 * opened.
 * @throws ConfigurationError with one sentence when the database is not empty, or something is missing
 */
export async function verifyBackup(
  { location, manifest, state }: VerifiedBackup,
  { databaseUrl, databases, references }: VerificationTarget,
  logger: Logger,
): Promise<{ rows: number; objects: number }> {
  if ((await schemasInUse(databaseUrl, databases)).length > 0) {
    throw new ConfigurationError('The database for the verification is not empty.');
  }
  const restored = databases.filter(({ schema }) => manifest.schemas[schema]);
  for (const database of restored) {
    const dump = manifest.schemas[database.schema];
    if (dump) await loadSchema(databaseUrl, database, dump, state, logger);
  }
  await swapSchemas(
    databaseUrl,
    restored.map(({ schema }) => schema),
    [],
  );

  const connection = await openConnection(databaseUrl, 'waybill-restore');
  try {
    const listed = new Set((await location.objectsOf(manifest)).map(({ key }) => key));
    for (const key of manifest.lost) listed.add(key);
    await connection.transaction(async (manager) => {
      await manager.query(`SELECT set_config('search_path', $1, true)`, [references.schema]);
      for await (const key of references.keys(manager)) {
        if (!manifest.rowsOnly && !listed.has(key)) {
          throw new ConfigurationError(`The object ${key} is not in the backup, but a row references it.`);
        }
      }
    });
  } finally {
    await connection.destroy();
  }
  return { rows: countRows(manifest.schemas), objects: manifest.objects.count };
}
