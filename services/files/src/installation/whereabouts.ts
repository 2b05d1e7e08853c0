import type { DataSource } from 'typeorm';

/**
 * The server and the database that a connection leads to; null where the user of the database may not see it. A dump
 * restored elsewhere, or `CREATE DATABASE … TEMPLATE`, is at another place; a failover or a restart stays at the same.
 */
export interface Place {
  /** System identifier of the server. */
  readonly system: string | null;
  readonly database: string;
  /** Path of the server's data folder. */
  readonly folder: string | null;
}

export interface Whereabouts {
  readonly place: Place;
  /** Microsecond at which the server was started: different for a server and one on a copy of its volume. */
  readonly run: string;
}

export async function whereabouts(database: DataSource): Promise<Whereabouts> {
  const [readable] = await database.query<{ system: boolean }[]>(
    `SELECT has_function_privilege('pg_control_system()', 'EXECUTE') AS system`,
  );
  const system = readable?.system ? '(SELECT system_identifier::text FROM pg_control_system())' : 'NULL';
  const [row] = await database.query<(Place & { run: string })[]>(
    `SELECT ${system} AS system, oid::text AS database,
       (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS folder,
       (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint::text AS run
     FROM pg_database WHERE datname = current_database()`,
  );
  if (!row) throw new Error('PostgreSQL does not list the current database');
  const { run, ...place } = row;
  return { place, run };
}

/** @param text `Place` as JSON; null and any other text name no place */
export function parsePlace(text: string | null): Partial<Place> {
  if (!text?.startsWith('{')) return {};
  return JSON.parse(text) as Place;
}

/**
 * Whether two places may be the same. An unknown part is no difference: the user of the database may have got or lost the
 * right to see it.
 * @param ignoresFolder where the objects are in a folder, which is moved together with that of the database
 */
export function isSamePlace(one: Partial<Place>, other: Partial<Place>, ignoresFolder: boolean): boolean {
  const parts = ignoresFolder
    ? (['system', 'database'] as const)
    : (['system', 'database', 'folder'] as const);
  return parts.every(
    (part) => one[part] === other[part] || (one[part] ?? null) === null || (other[part] ?? null) === null,
  );
}

/** `now`, with the parts of `before` that are unknown now. */
export function mergePlaces(before: Partial<Place>, now: Place): Place {
  return { ...now, system: now.system ?? before.system ?? null, folder: now.folder ?? before.folder ?? null };
}
