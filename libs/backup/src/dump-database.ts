import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ServiceDatabase } from '@waybill/database';
import { ConfigurationError } from '@waybill/service-kit';
import copyStreams from 'pg-copy-streams';
import type { QueryRunner } from 'typeorm';
import type { SchemaDump } from './manifest.js';
import { openConnection } from './open-connection.js';
import { createFile } from './state-files.js';
import { MIGRATIONS, type Query, quote, sequencesOf, tablesOf } from './tables.js';

/** Path of a table's rows within a state folder: PostgreSQL's text format, gzipped. */
export function tableFile(schema: string, table: string): string {
  return join('database', schema, `${table}.copy.gz`);
}

/**
 * Writes all rows of all schemas to `folder`, from one snapshot. Does not block writers.
 * @param inSnapshot runs further queries in the same snapshot
 * @throws ConfigurationError when a schema is missing
 */
export async function dumpDatabase<T>(
  url: string,
  databases: readonly ServiceDatabase[],
  folder: string,
  inSnapshot: (runner: QueryRunner) => Promise<T>,
): Promise<{ schemas: Record<string, SchemaDump>; result: T }> {
  const connection = await openConnection(url, 'waybill-backup');
  try {
    const runner = connection.createQueryRunner();
    await runner.startTransaction('REPEATABLE READ');
    await runner.query('SET TRANSACTION READ ONLY');
    const schemas: Record<string, SchemaDump> = {};
    for (const database of databases) {
      schemas[database.schema] = await dumpSchema(runner, database, folder);
    }
    const result = await inSnapshot(runner);
    await runner.commitTransaction();
    await runner.release();
    return { schemas, result };
  } finally {
    await connection.destroy();
  }
}

async function dumpSchema(
  runner: QueryRunner,
  { schema, localTables }: ServiceDatabase,
  folder: string,
): Promise<SchemaDump> {
  const query: Query = (sql, values) => runner.query(sql, values);
  const [{ exists } = { exists: false }] = await query<{ exists: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS "exists"',
    [quote(schema, MIGRATIONS)],
  );
  if (!exists) {
    throw new ConfigurationError(`The database has no schema ${schema}: no Waybill ran on it yet.`);
  }
  const migrations = await query<{ name: string }>(
    `SELECT name FROM ${quote(schema, MIGRATIONS)} ORDER BY timestamp, name`,
  );
  const tables = [];
  for (const table of await tablesOf(query, schema)) {
    if (localTables?.includes(table.name)) continue;
    const rows = await dumpTable(runner, schema, table, join(folder, tableFile(schema, table.name)));
    tables.push({ ...table, rows });
  }
  // Read after the rows: sequences are not part of the snapshot, and must not be behind any row.
  const sequences = await sequencesOf(query, schema);
  return { migrations: migrations.map(({ name }) => name), tables, sequences };
}

async function dumpTable(
  runner: QueryRunner,
  schema: string,
  { name, columns }: { name: string; columns: string[] },
  path: string,
): Promise<number> {
  const client = (await runner.connect()) as { query<T>(query: T): T };
  const sql = `COPY ${quote(schema, name)} (${columns.map((column) => quote(column)).join(', ')}) TO STDOUT`;
  const rows = client.query(copyStreams.to(sql));
  await pipeline(rows as Readable, createGzip({ level: 6 }), await createFile(path));
  return rows.rowCount;
}
