import type { ObjectStore } from '@waybill/storage';
import type { DataSource } from 'typeorm';

/**
 * The server and the database that a connection leads to. A dump restored elsewhere, or `CREATE DATABASE … TEMPLATE`, is
 * at another place; a failover or a restart stays at the same. A copied data folder is another place only if the
 * objects are not in it.
 */
export async function placeOf(database: DataSource, store: ObjectStore): Promise<string> {
  const [readable] = await database.query<{ system: boolean }[]>(
    `SELECT has_function_privilege('pg_control_system()', 'EXECUTE') AS system`,
  );
  const system = readable?.system ? '(SELECT system_identifier::text FROM pg_control_system())' : 'NULL';
  // Not shown to users without the right to read it.
  const folder = store.isFolder ? 'NULL' : `(SELECT setting FROM pg_settings WHERE name = 'data_directory')`;
  const [row] = await database.query<{ place: string }[]>(
    `SELECT concat_ws('/', ${system}, oid, ${folder}) AS place
     FROM pg_database WHERE datname = current_database()`,
  );
  return row?.place ?? '';
}
