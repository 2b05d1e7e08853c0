export * from './advisory-lock.js';
export * from './database.env.js';
export * from './database.module.js';
export { EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded/embedded-postgres.js';
export * from './is-database-unavailable.js';
export { type DatabaseOptions, openDatabase } from './open-database.js';
export * from './page-position.js';
export * from './service-database.js';
export * from './word-search.js';
