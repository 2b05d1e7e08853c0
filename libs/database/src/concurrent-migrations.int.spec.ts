import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@waybill/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { openDatabase } from './open-database.js';

class CreateParcels1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE parcels (id int)');
  }

  async down(): Promise<void> {}
}

class IndexParcels1700000000001 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Leaves the other process time to wait for its turn.
    await runner.query('SELECT pg_sleep(1)');
    await runner.query('CREATE INDEX CONCURRENTLY parcels_by_id ON parcels (id)');
  }

  async down(): Promise<void> {}
}

describe('migrateSchema', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-database-'));
    postgres = await EmbeddedPostgres.start({ folder, settings: { fsync: 'off' }, restartOnCrash: false });
  });
  afterAll(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  it('creates an index concurrently while another process waits for its turn', async () => {
    const warn = jest.fn();
    const logger = Object.assign(createLogger('test', 'silent'), { warn });
    const database = {
      schema: 'parcels',
      entities: [],
      migrations: [CreateParcels1700000000000, IndexParcels1700000000001],
    };
    const opened = await Promise.all([1, 2].map(() => openDatabase(postgres.url, database, logger)));
    await Promise.all(opened.map((dataSource) => dataSource.destroy()));
    expect(warn).not.toHaveBeenCalled();
  }, 60_000);
});
