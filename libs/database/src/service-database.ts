/** TypeORM's type of entity and migration classes. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type
type Class = Function;

/** The PostgreSQL schema of one service. Each service exports one. */
export interface ServiceDatabase {
  /** By convention the service's name. */
  readonly schema: string;
  /** Without a schema: `search_path` is set on each connection. */
  readonly entities: readonly Class[];
  /** With unqualified table names: `search_path` is set on each connection. */
  readonly migrations: readonly Class[];
  /**
   * Tables about this installation and its servers. Backups leave them out, and a restore may replace them without
   * `--force`.
   */
  readonly localTables?: readonly string[];
}
