import { startPostgres } from '@waybill/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';

const root = join(__dirname, '../../..');
const services = ['analytics', 'auth', 'billing', 'files', 'sharing'];

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Runs a service's migrations with nothing but `environment`. */
async function migrate(service: string, environment: Record<string, string>): Promise<Ended> {
  const main = join(root, 'services', service, 'dist/migrate.main.js');
  const child = spawn(process.execPath, [main], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [code]] = await Promise.all([
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, said };
}

describe('migrations as a step of their own', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(() => postgres.stop());

  const migrateAll = () =>
    Promise.all(services.map((service) => migrate(service, { DATABASE_URL: postgres.url })));

  it('need nothing but the database, and may be run again', async () => {
    const done = services.map(() => ({ code: 0, said: '' }));
    expect(await migrateAll()).toEqual(done);
    expect(await migrateAll()).toEqual(done);
  });

  it('make the schema of each service', async () => {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query<{ schema: string }>(
      `SELECT table_schema AS schema FROM information_schema.tables WHERE table_name = 'migrations' ORDER BY 1`,
    );
    await client.end();
    expect(rows.map(({ schema }) => schema)).toEqual(services);
  });

  it('say in one sentence what they were not given', async () => {
    expect(await migrate('auth', {})).toEqual({ code: 1, said: 'DATABASE_URL is not set, but needed.\n' });
  });
});
