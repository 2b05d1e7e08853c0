/** TypeORM's own type for entity and migration classes. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type
type Class = Function;

/** The schema one service owns, alone (design, rule 1). Each service exports one. */
export interface ServiceDatabase {
  /** PostgreSQL schema; by convention the service's name. */
  readonly schema: string;
  /** TypeORM entity classes, without a schema of their own. */
  readonly entities: readonly Class[];
  /** TypeORM migration classes; they write unqualified SQL, as `search_path` is the schema. */
  readonly migrations: readonly Class[];
  /** Tables about one installation on its servers: left out of backups, and no data that a restore would replace. */
  readonly localTables?: readonly string[];
}
