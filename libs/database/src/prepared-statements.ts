import pg from 'pg';

/** From this use in a process on, a statement is prepared. Before, it may be one of many that differ. */
const USES_BEFORE = 20;
/** Maximum number of prepared statements. Each takes some tens of kilobytes in every connection that uses it. */
const MAX_STATEMENTS = 100;
/** PostgreSQL's code for “cached plan must not change result type”, after a migration changed a column's type. */
const RESULT_TYPE_CHANGED = '0A000';

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => Promise<unknown> | undefined;

/** Names of the statements of one data source that are worth preparing. */
class StatementNames {
  private readonly uses = new Map<string, number>();
  private readonly names = new Map<string, string>();
  private given = 0;

  /** Name of the statement; undefined while it is not prepared. */
  of(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= MAX_STATEMENTS) return known;
    const uses = (this.uses.get(text) ?? 0) + 1;
    if (uses < USES_BEFORE) {
      // Bound the memory: texts that are used only once would accumulate.
      if (this.uses.size >= MAX_STATEMENTS * 10) this.uses.clear();
      this.uses.set(text, uses);
      return undefined;
    }
    this.uses.delete(text);
    const name = `waybill_${this.given++}`;
    this.names.set(text, name);
    return name;
  }

  /** The next use of the statement counts as its first. */
  unprepare(text: string): void {
    this.names.delete(text);
  }
}

/**
 * A client of PostgreSQL that prepares statements which are used often: then PostgreSQL parses and analyses each of
 * them once per connection. It plans every execution anew (`plan_cache_mode`): a plan that was made for an empty table
 * would be slow for a full one.
 */
export function preparingClient(): typeof pg.Client {
  const names = new StatementNames();
  class PreparingClient extends pg.Client {}
  const query = Reflect.get(pg.Client.prototype, 'query') as Query;
  const prepared: Query = function (this: pg.Client, text, values, ...rest) {
    const isParametrised = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const name = isParametrised ? names.of(text) : undefined;
    if (name === undefined) return query.call(this, text, values, ...rest);
    const result = query.call(this, { name, text, values }, ...rest);
    result?.catch((error: unknown) => {
      if (hasCode(error, RESULT_TYPE_CHANGED)) names.unprepare(text as string);
    });
    return result;
  };
  Reflect.set(PreparingClient.prototype, 'query', prepared);
  return PreparingClient;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
