import { createLogger } from '@waybill/service-kit';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { openDatabase } from './open-database.js';

const OFTEN = 50;

describe('prepared statements', () => {
  let folder: string;
  let server: EmbeddedPostgres;
  let database: DataSource;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-prepared-'));
    server = await EmbeddedPostgres.start({ folder: join(folder, 'postgres'), restartOnCrash: false });
  });
  beforeEach(async () => {
    const options = { schema: 'parcels', entities: [], migrations: [] };
    database = await openDatabase(server.url, options, createLogger('test', 'silent'), { poolSize: 2 });
  });
  afterEach(() => database.destroy());
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** @returns statements that the connection of `work` has prepared, with the number of plans that it reused */
  async function preparedAfter(work: (query: DataSource['query']) => Promise<void>) {
    const runner = database.createQueryRunner();
    try {
      await work((sql, values) => runner.query(sql, values as unknown[]));
      const rows: unknown = await runner.query(
        'SELECT statement, generic_plans::int AS reused FROM pg_prepared_statements',
      );
      return rows as { statement: string; reused: number }[];
    } finally {
      await runner.release();
    }
  }

  it('prepares statements that are used often, and plans them anew each time', async () => {
    const sql = 'SELECT $1::int + 1 AS next';
    const prepared = await preparedAfter(async (query) => {
      for (let n = 0; n < OFTEN; n++) expect(await query(sql, [n])).toEqual([{ next: n + 1 }]);
    });
    expect(prepared).toEqual([{ statement: sql, reused: 0 }]);
  });

  it('prepares no statement that is used once', async () => {
    const prepared = await preparedAfter(async (query) => {
      for (let n = 0; n < OFTEN; n++) await query(`SELECT ${n}, $1::int`, [n]);
    });
    expect(prepared).toEqual([]);
  });

  it('prepared statements see a column that was added to their table', async () => {
    await database.query('CREATE TABLE parcels (id int, weight int)');
    const prepared = await preparedAfter(async (query) => {
      const insert = 'INSERT INTO parcels (id) VALUES ($1)';
      for (let n = 0; n < OFTEN; n++) await query(insert, [n]);
      await database.query(`ALTER TABLE parcels ADD name text NOT NULL DEFAULT 'none'`);
      await query(insert, [OFTEN]);
      await expect(query('SELECT name FROM parcels WHERE id = $1', [OFTEN])).resolves.toEqual([
        { name: 'none' },
      ]);
    });
    expect(prepared).toHaveLength(1);
  });

  it('prepared statements fail once at most after a migration changed the type of a column', async () => {
    await database.query('CREATE TABLE weights (grams text)');
    await database.query('INSERT INTO weights VALUES (7)');
    await preparedAfter(async (query) => {
      const filtered = 'SELECT grams FROM weights WHERE $1::int > 0';
      for (let n = 0; n < OFTEN; n++) await query(filtered, [1]);
      await database.query('ALTER TABLE weights ALTER grams TYPE int USING grams::int');
      await expect(query(filtered, [1])).rejects.toThrow('cached plan must not change result type');
      await expect(query(filtered, [1])).resolves.toEqual([{ grams: 7 }]);
    });
  });
});
