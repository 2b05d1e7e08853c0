import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ServiceDatabase } from '@waybill/database';
import { ConfigurationError, type Logger } from '@waybill/service-kit';
import copyStreams from 'pg-copy-streams';
import type { EntityManager, MigrationInterface } from 'typeorm';
import { tableFile } from './dump-database.js';
import type { SchemaDump } from './manifest.js';
import { openConnection } from './open-connection.js';
import { type Query, quote, tablesOf } from './tables.js';
import { withSchema } from './with-schema.js';

/** Name of a service's schema until all of them are loaded. */
function stagingSchema(schema: string): string {
  return `restoring_${schema}`;
}

/**
 * Loads a service's rows into a staging schema beside the one in use. Migrations that the backup names run before the
 * rows are loaded, and later migrations afterwards, as they would have run on the original. Skips tables that the
 * backup of an earlier version has, and that this version derives from others.
 * @param repair changes rows after the last migration
 * @throws ConfigurationError if a table of the backup has fewer or more rows than its manifest says
 */
export async function loadSchema(
  url: string,
  database: ServiceDatabase,
  dump: SchemaDump,
  folder: string,
  logger: Logger,
  repair?: (manager: EntityManager) => Promise<void>,
): Promise<void> {
  const schema = stagingSchema(database.schema);
  const migrations = migrationsOf(database, dump.migrations);
  await withConnection(url, (query) => query(`DROP SCHEMA IF EXISTS ${quote(schema)} CASCADE`));
  await withSchema(url, { ...database, schema, migrations }, logger, (dataSource) =>
    dataSource.transaction(async (manager) => {
      for (const { name, columns, rows } of dump.tables) {
        if (database.localTables?.includes(name)) continue;
        const file = join(folder, tableFile(database.schema, name));
        const target = `${quote(schema, name)} (${columns.map((each) => quote(each)).join(', ')})`;
        const count = await loadTable(manager, target, file);
        if (count !== rows) {
          throw new ConfigurationError(
            `${database.schema}.${name} has ${count} rows instead of ${rows} after a restore.`,
          );
        }
      }
      for (const [name, last] of Object.entries(dump.sequences)) {
        await manager.query('SELECT setval($1::regclass, $2)', [quote(schema, name), last]);
      }
    }),
  );
  await withSchema(url, { ...database, schema }, logger, async (dataSource) => {
    if (repair) await dataSource.transaction(repair);
  });
}

/** Replaces the schemas in use by the loaded ones and drops the obsolete ones, all in one transaction. */
export async function swapSchemas(
  url: string,
  schemas: readonly string[],
  obsolete: readonly string[],
): Promise<void> {
  const connection = await openConnection(url, 'waybill-restore');
  try {
    await connection.transaction(async (manager) => {
      for (const schema of obsolete) await manager.query(`DROP SCHEMA IF EXISTS ${quote(schema)} CASCADE`);
      for (const schema of schemas) {
        await manager.query(`DROP SCHEMA IF EXISTS ${quote(schema)} CASCADE`);
        await manager.query(`ALTER SCHEMA ${quote(stagingSchema(schema))} RENAME TO ${quote(schema)}`);
      }
    });
  } finally {
    await connection.destroy();
  }
}

/** @returns the schemas that have at least one row */
export async function schemasInUse(url: string, databases: readonly ServiceDatabase[]): Promise<string[]> {
  return withConnection(url, async (query) => {
    const inUse: string[] = [];
    for (const { schema, localTables } of databases) {
      for (const { name } of await tablesOf(query, schema)) {
        if (localTables?.includes(name)) continue;
        const [row] = await query(`SELECT FROM ${quote(schema, name)} LIMIT 1`);
        if (row && !inUse.includes(schema)) inUse.push(schema);
      }
    }
    return inUse;
  });
}

/** @returns application names of the Waybill processes that are connected to the database */
export async function connectedProcesses(url: string): Promise<string[]> {
  return withConnection(url, async (query) => {
    const rows = await query<{ name: string }>(
      `SELECT DISTINCT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'waybill-%' AND pid <> pg_backend_pid()
       ORDER BY name`,
    );
    return rows.map(({ name }) => name);
  });
}

/** @throws ConfigurationError when the backup names a migration that this version does not have */
function migrationsOf(database: ServiceDatabase, names: readonly string[]): ServiceDatabase['migrations'] {
  const known = new Map(database.migrations.map((migration) => [nameOf(migration), migration]));
  return names.map((name) => {
    const migration = known.get(name);
    if (migration) return migration;
    throw new ConfigurationError(
      `The backup has the migration ${name} of ${database.schema}, which is of a newer Waybill than this. ` +
        'Restore or verify it with the newer version; then the previous one may be started again.',
    );
  });
}

function nameOf(migration: ServiceDatabase['migrations'][number]): string {
  const { name } = new (migration as new () => MigrationInterface)();
  return name ?? migration.name;
}

/** @returns the number of loaded rows */
async function loadTable(manager: EntityManager, target: string, file: string): Promise<number> {
  const client = (await manager.queryRunner?.connect()) as { query<T>(query: T): T };
  const rows = client.query(copyStreams.from(`COPY ${target} FROM STDIN`));
  await pipeline(createReadStream(file), createGunzip(), rows);
  return rows.rowCount;
}

async function withConnection<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const connection = await openConnection(url, 'waybill-restore');
  try {
    return await work((sql, values) => connection.query(sql, values));
  } finally {
    await connection.destroy();
  }
}
