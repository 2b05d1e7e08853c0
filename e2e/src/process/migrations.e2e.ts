import { startPostgres } from '@waybill/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';

const root = join(__dirname, '../../..');
const services = ['analytics', 'auth', 'billing', 'files', 'sharing'];

interface Result {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the migrations of a service with `environment` only. */
async function migrate(service: string, environment: Record<string, string>): Promise<Result> {
  const main = join(root, 'build', service, 'migrate.main.js');
  const child = spawn(process.execPath, [main], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  const [output, [code]] = await Promise.all([
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, output };
}

describe('migrate.main.js', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(() => postgres.stop());

  const migrateAll = () =>
    Promise.all(services.map((service) => migrate(service, { DATABASE_URL: postgres.url })));

  it('needs only DATABASE_URL and can run again', async () => {
    const done = services.map(() => ({ code: 0, output: '' }));
    expect(await migrateAll()).toEqual(done);
    expect(await migrateAll()).toEqual(done);
  });

  it('creates the schema of each service', async () => {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query<{ schema: string }>(
      `SELECT table_schema AS schema FROM information_schema.tables WHERE table_name = 'migrations' ORDER BY 1`,
    );
    await client.end();
    expect(rows.map(({ schema }) => schema)).toEqual(services);
  });

  it('reports a missing DATABASE_URL in one sentence', async () => {
    expect(await migrate('auth', {})).toEqual({ code: 1, output: 'DATABASE_URL is not set, but needed.\n' });
  });
});
