import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { postgresServer } from './postgres-server.js';

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
    stop: () => execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
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
