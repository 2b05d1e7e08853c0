import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { eventually } from './eventually.js';
import { postgresServer } from './postgres-server.js';

const DROP_MS = 10_000;

export interface TestDatabase {
  /** Address of an empty database that nobody else uses. */
  readonly url: string;
  /** Removes the database, whoever is still connected. Idempotent. */
  stop(): Promise<void>;
}

/** A new, empty database on a real PostgreSQL, which is started with the first call in a process. */
export async function startPostgres(): Promise<TestDatabase> {
  const server = await postgresServer(process.env['TEST_DATABASE_URL']);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(server, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(server);
  url.pathname = name;
  return {
    url: url.href,
    // An autovacuum at work there ends soon, but not by order of anybody who is no superuser.
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
