import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { eventually } from './eventually.js';
import { postgresServer } from './postgres-server.js';

/** Time limit for dropping a database, which waits for a running autovacuum. That takes long on a busy machine. */
const DROP_MS = 60_000;

export interface TestDatabase {
  /** URL of an empty database of the test's own. */
  readonly url: string;
  /** Drops the database and its open connections. Idempotent. */
  stop(): Promise<void>;
}

/** Creates an empty database on a real PostgreSQL. The first call of a process starts the server. */
export async function startPostgres(): Promise<TestDatabase> {
  const server = await postgresServer(process.env['TEST_DATABASE_URL']);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(server, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(server);
  url.pathname = name;
  return {
    url: url.href,
    // Only a superuser can end an autovacuum of the database, so wait until it has finished.
    stop: () =>
      eventually(() => execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`), {
        timeoutMs: DROP_MS,
      }),
  };
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
