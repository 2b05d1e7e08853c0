import type { DataSource } from 'typeorm';

/**
 * Identifies the server and the database of a connection. A part is null where the user of the database may not see it.
 * A dump restored elsewhere, or `CREATE DATABASE … TEMPLATE`, has another identity. A failover or a restart does not
 * change the identity.
 */
export interface DatabaseIdentity {
  /** System identifier of the server. */
  readonly system: string | null;
  readonly database: string;
  /** Path of the server's data folder. */
  readonly folder: string | null;
}

export interface DatabaseServer {
  readonly identity: DatabaseIdentity;
  /** Start time of the server in microseconds. A server on a copy of the volume has another one. */
  readonly serverStart: string;
}

export async function databaseServer(database: DataSource): Promise<DatabaseServer> {
  const [readable] = await database.query<{ system: boolean }[]>(
    `SELECT has_function_privilege('pg_control_system()', 'EXECUTE') AS system`,
  );
  const system = readable?.system ? '(SELECT system_identifier::text FROM pg_control_system())' : 'NULL';
  const [row] = await database.query<(DatabaseIdentity & { serverStart: string })[]>(
    `SELECT ${system} AS system, oid::text AS database,
       (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS folder,
       (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint::text AS "serverStart"
     FROM pg_database WHERE datname = current_database()`,
  );
  if (!row) throw new Error('PostgreSQL does not list the current database');
  const { serverStart, ...identity } = row;
  return { identity, serverStart };
}

/** @param text `DatabaseIdentity` as JSON; null or any other text results in an identity without known parts */
export function parseIdentity(text: string | null): Partial<DatabaseIdentity> {
  if (!text?.startsWith('{')) return {};
  return JSON.parse(text) as DatabaseIdentity;
}

/**
 * Whether two identities may be of the same database. An unknown part does not count as a difference: the user of the
 * database may have gained or lost the right to see it.
 * @param ignoresFolder true for objects in a folder, which is moved together with the data folder of the database
 */
export function mayBeSameDatabase(
  one: Partial<DatabaseIdentity>,
  other: Partial<DatabaseIdentity>,
  ignoresFolder: boolean,
): boolean {
  const parts = ignoresFolder
    ? (['system', 'database'] as const)
    : (['system', 'database', 'folder'] as const);
  return parts.every(
    (part) => one[part] === other[part] || (one[part] ?? null) === null || (other[part] ?? null) === null,
  );
}

/** `now`, with its unknown parts taken from `before`. */
export function mergeIdentities(before: Partial<DatabaseIdentity>, now: DatabaseIdentity): DatabaseIdentity {
  return { ...now, system: now.system ?? before.system ?? null, folder: now.folder ?? before.folder ?? null };
}
