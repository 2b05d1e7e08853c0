import type { TableDump } from './manifest.js';

export type Query = <T>(sql: string, values?: unknown[]) => Promise<T[]>;

/** TypeORM's table of the migrations that ran. Not dumped: running the migrations fills it. */
export const MIGRATIONS = 'migrations';

export interface Reference {
  readonly from: string;
  readonly to: string;
}

/** Tables of the schema with their columns, without generated ones; each after the tables that it references. */
export async function tablesOf(query: Query, schema: string): Promise<Omit<TableDump, 'rows'>[]> {
  const tables = await query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name,
            array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'r' AND c.relname <> $2
     GROUP BY c.relname ORDER BY c.relname`,
    [quote(schema), MIGRATIONS],
  );
  const references = await query<Reference>(
    `SELECT conrelid::regclass::oid, (SELECT relname FROM pg_class WHERE oid = conrelid) AS "from",
            (SELECT relname FROM pg_class WHERE oid = confrelid) AS "to"
     FROM pg_constraint WHERE contype = 'f' AND connamespace = to_regnamespace($1)`,
    [quote(schema)],
  );
  return sortByReferences(tables, references);
}

/**
 * Sorts each table after the tables that it references. A table may reference itself.
 * @throws Error for circular references, which no service has
 */
function sortByReferences<T extends { readonly name: string }>(
  tables: readonly T[],
  references: readonly Reference[],
): T[] {
  const ordered: T[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const waitingNames = new Set(waiting.map(({ name }) => name));
    const ready = waiting.filter(
      ({ name }) => !references.some(({ from, to }) => from === name && to !== name && waitingNames.has(to)),
    );
    if (ready.length === 0)
      throw new Error(`${[...waitingNames].join(', ')} refer to each other in a circle`);
    ordered.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** @returns last value of each sequence that was used */
export async function sequencesOf(query: Query, schema: string): Promise<Record<string, string>> {
  const rows = await query<{ name: string; last: string }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = $1 AND last_value IS NOT NULL`,
    [schema],
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** A quoted SQL identifier. */
export function quote(...names: string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
}
