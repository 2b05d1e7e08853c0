import { createHash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { eventually } from './eventually.js';
import { postgresServer } from './postgres-server.js';

/** Time limit for dropping a database, which waits for a running autovacuum. That takes long on a busy machine. */
const DROP_MS = 60_000;
/** PostgreSQL's own template without any tables. */
const EMPTY = 'template0';

export interface TestDatabase {
  /** URL of an empty database of the test's own. */
  readonly url: string;
  /** Drops the database and its open connections. Idempotent. */
  stop(): Promise<void>;
}

/** A content with which many databases begin, such as the tables of a service. */
export interface InitialContent {
  /** Different for different contents, such as the source of the migrations. */
  readonly key: string;
  /** Fills an empty database, and closes its connections. */
  fill(url: string): Promise<void>;
}

/** Names of template databases by the keys of their contents. */
const templates = new Map<string, Promise<string>>();

/**
 * Creates a database on a real PostgreSQL. The first call of a process starts the server.
 * @param content copied into the database; by default it is empty. It stays empty on a server that outlives this
 *   process, where a template would, too.
 */
export async function startPostgres(content?: InitialContent): Promise<TestDatabase> {
  const given = process.env['TEST_DATABASE_URL'];
  const server = await postgresServer(given);
  const name = newName('test');
  const template = content && !given ? await templateOf(server, content) : EMPTY;
  await execute(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: urlOf(server, name),
    // Only a superuser can end an autovacuum of the database, so wait until it has finished.
    stop: async () => {
      await eventually(() => execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`), {
        timeoutMs: DROP_MS,
      });
    },
  };
}

function templateOf(server: string, content: InitialContent): Promise<string> {
  const name = `template_${createHash('sha256').update(content.key).digest('hex').slice(0, 32)}`;
  const known = templates.get(name) ?? createTemplate(server, name, content);
  templates.set(name, known);
  return known;
}

/** Creates a template database unless an earlier test file of this process did, and returns its name. */
async function createTemplate(server: string, name: string, content: InitialContent): Promise<string> {
  const found = await execute(server, `SELECT 1 FROM pg_database WHERE datname = '${name}'`);
  if (found.length > 0) return name;
  const draft = newName('draft');
  await execute(server, `CREATE DATABASE ${draft} TEMPLATE ${EMPTY}`);
  await content.fill(urlOf(server, draft));
  await execute(server, `ALTER DATABASE ${draft} RENAME TO ${name}`);
  return name;
}

function newName(kind: string): string {
  return `${kind}_${randomUUID().replaceAll('-', '')}`;
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = database;
  return url.href;
}

async function execute(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
