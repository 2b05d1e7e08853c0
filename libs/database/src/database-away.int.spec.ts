import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@waybill/service-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { isDatabaseAway } from './database-away.js';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { openDatabase } from './open-database.js';

const silent = createLogger('test', 'silent');
const database = { schema: 'away', entities: [], migrations: [] };

describe('a database', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let dataSource: DataSource;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-database-'));
    postgres = await EmbeddedPostgres.start({ folder, settings: { fsync: 'off' }, revive: false });
    dataSource = await openDatabase(postgres.url, database, silent);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  const failureOf = (sql: string) => dataSource.query(sql).catch((error: unknown) => error);

  it('is not away when it refuses what it is asked', async () => {
    expect(isDatabaseAway(await failureOf('SELECT nonsense'))).toBe(false);
    expect(isDatabaseAway(await failureOf('SELECT 1 / 0'))).toBe(false);
  });

  it('is away when it ends the connection', async () => {
    expect(isDatabaseAway(await failureOf('SELECT pg_terminate_backend(pg_backend_pid())'))).toBe(true);
  });

  it.each([
    ['a query', (manager: EntityManager) => manager.query('SELECT 1')],
    ['the commit', () => Promise.resolve()],
  ])(
    'is away when it ends the connection between two statements of a transaction, as %s tells',
    async (_, go) => {
      // The pool may still hold a connection that a test before this one had ended.
      while (!Array.isArray(await failureOf('SELECT 1')));
      const cutOff = dataSource.transaction(async (manager) => {
        const [{ pid }]: [{ pid: number }] = await manager.query('SELECT pg_backend_pid() AS pid');
        while (!manager.queryRunner?.isReleased) await failureOf(`SELECT pg_terminate_backend(${pid})`);
        await go(manager);
      });
      expect(isDatabaseAway(await cutOff.catch((error: unknown) => error))).toBe(true);
    },
  );

  it('is away when it was killed, while it is asked and afterwards', async () => {
    const asked = failureOf('SELECT pg_sleep(60)');
    await dataSource.query('SELECT 1');
    process.kill(postgres.pid, 'SIGKILL');
    expect(isDatabaseAway(await asked)).toBe(true);
    // A connection that nobody used may outlive the server by a moment, and answer.
    let afterwards: unknown;
    do afterwards = await failureOf('SELECT 1');
    while (Array.isArray(afterwards));
    expect(isDatabaseAway(afterwards)).toBe(true);
  });

  it('is waited for no longer than asked', async () => {
    const opening = openDatabase(postgres.url, database, silent, { patienceMs: 0 });
    expect(isDatabaseAway(await opening.catch((error: unknown) => error))).toBe(true);
  });
});
