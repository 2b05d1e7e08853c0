import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@waybill/service-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { isDatabaseUnavailable } from './is-database-unavailable.js';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { openDatabase } from './open-database.js';
import { eventually } from './testing/eventually.js';

const silent = createLogger('test', 'silent');
const database = { schema: 'unavailable', entities: [], migrations: [] };

describe('isDatabaseUnavailable', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let dataSource: DataSource;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-database-'));
    postgres = await EmbeddedPostgres.start({ folder, settings: { fsync: 'off' }, restartOnCrash: false });
    dataSource = await openDatabase(postgres.url, database, silent);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  const failureOf = (sql: string) => dataSource.query(sql).catch((error: unknown) => error);

  it('a statement that PostgreSQL refuses does not make the database unavailable', async () => {
    expect(isDatabaseUnavailable(await failureOf('SELECT nonsense'))).toBe(false);
    expect(isDatabaseUnavailable(await failureOf('SELECT 1 / 0'))).toBe(false);
  });

  it('a read-only standby and a full disk make the database unavailable', async () => {
    const readOnly = await dataSource
      .transaction(async (manager) => {
        await manager.query('SET TRANSACTION READ ONLY');
        await manager.query('CREATE TABLE refused ()');
      })
      .catch((error: unknown) => error);
    expect(readOnly).toMatchObject({ code: '25006' });
    expect(isDatabaseUnavailable(readOnly)).toBe(true);
    const full = await failureOf(`DO $$ BEGIN RAISE EXCEPTION 'disk full' USING ERRCODE = '53100'; END $$`);
    expect(isDatabaseUnavailable(full)).toBe(true);
  });

  it('the database is unavailable when the server ends the connection', async () => {
    expect(isDatabaseUnavailable(await failureOf('SELECT pg_terminate_backend(pg_backend_pid())'))).toBe(
      true,
    );
  });

  it.each([
    ['a query', (manager: EntityManager) => manager.query('SELECT 1')],
    ['the commit', () => Promise.resolve()],
  ])(
    'the database is unavailable when the server ends the connection between two statements of a transaction, seen by %s',
    async (_, go) => {
      // The pool may still hold a connection that an earlier test ended.
      await eventually(async () => expect(await failureOf('SELECT 1')).toEqual(expect.any(Array)));
      const cutOff = dataSource.transaction(async (manager) => {
        const [{ pid }]: [{ pid: number }] = await manager.query('SELECT pg_backend_pid() AS pid');
        await eventually(async () => {
          await failureOf(`SELECT pg_terminate_backend(${pid})`);
          expect(manager.queryRunner?.isReleased).toBe(true);
        });
        await go(manager);
      });
      expect(isDatabaseUnavailable(await cutOff.catch((error: unknown) => error))).toBe(true);
    },
  );

  it('the database is unavailable when the server is killed, during a query and afterwards', async () => {
    const running = failureOf('SELECT pg_sleep(60)');
    await dataSource.query('SELECT 1');
    process.kill(postgres.pid, 'SIGKILL');
    expect(isDatabaseUnavailable(await running)).toBe(true);
    // An idle connection may survive the postmaster by a moment.
    await eventually(async () => expect(isDatabaseUnavailable(await failureOf('SELECT 1'))).toBe(true));
  });

  it.each(['EHOSTUNREACH', 'ENETUNREACH'])(
    'the database is unavailable when its host cannot be reached, which is the error %s',
    (code) => {
      const error = Object.assign(new Error(`connect ${code} 10.0.0.1:5432`), { code, syscall: 'connect' });
      expect(isDatabaseUnavailable(error)).toBe(true);
    },
  );

  it('the database is unavailable after the timeout of openDatabase', async () => {
    const opening = openDatabase(postgres.url, database, silent, { connectTimeoutMs: 0 });
    expect(isDatabaseUnavailable(await opening.catch((error: unknown) => error))).toBe(true);
  });
});
