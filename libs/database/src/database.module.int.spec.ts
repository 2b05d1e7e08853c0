import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import {
  createLogger,
  HealthRegistry,
  metrics,
  readEnvironment,
  runInContext,
  ServiceKitModule,
} from '@waybill/service-kit';
import { recordSpans } from '@waybill/service-kit/record-spans';
import {
  Column,
  DataSource,
  Entity,
  EntityManager,
  type MigrationInterface,
  PrimaryColumn,
  type QueryRunner,
  Repository,
} from 'typeorm';
import { databaseEnv } from './database.env.js';
import { DatabaseModule } from './database.module.js';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { openDatabase } from './open-database.js';
import { eventually } from './testing/eventually.js';

@Entity('parcels')
class Parcel {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;
}

class CreateParcels1760000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE parcels (id uuid PRIMARY KEY, name text NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE parcels');
  }
}

class Shelf {
  constructor(@InjectRepository(Parcel) readonly parcels: Repository<Parcel>) {}
}

@Module({ imports: [TypeOrmModule.forFeature([Parcel])], providers: [Shelf] })
class ShelfModule {}

const silent = createLogger('test', 'silent');
const entities = [Parcel];
const migrations = [CreateParcels1760000000000];
const parcel = { id: '0b8a7f3e-3c56-4a5e-9d0a-1f0f3c2b1a00', name: 'Books' };

describe('DatabaseModule', () => {
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

  function startService(schema: string) {
    const imports = [
      ServiceKitModule.forRoot(silent),
      DatabaseModule.forService(postgres.url, { schema, entities, migrations }),
      ShelfModule,
    ];
    @Module({ imports })
    class App {}
    return NestFactory.createApplicationContext(App, { logger: false });
  }

  it('provides repositories on tables in the schema of the service', async () => {
    const app = await startService('depot');
    await app.get(Shelf).parcels.insert(parcel);
    const rows: unknown = await app.get(EntityManager).query('SELECT * FROM depot.parcels');
    const tables: unknown = await app
      .get(DataSource)
      .query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    await app.close();
    expect(rows).toEqual([parcel]);
    expect(tables).toEqual([]);
  });

  it('does not block queries while a migration waits for a lock, and finishes once it is free', async () => {
    class AddWeight1760000000001 implements MigrationInterface {
      up = (runner: QueryRunner) =>
        runner.query('ALTER TABLE parcels ADD COLUMN weight int') as Promise<void>;
      down = () => Promise.resolve();
    }
    const database = { schema: 'locked', entities, migrations };
    const former = await openDatabase(postgres.url, database, silent);
    const reader = former.createQueryRunner();
    await reader.startTransaction('REPEATABLE READ');
    await reader.query('SELECT FROM parcels');

    const newer = { ...database, migrations: [...migrations, AddWeight1760000000001] };
    const migrating = openDatabase(postgres.url, newer, silent);
    const isMigrationWaiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'locked.parcels'::regclass`;
    await eventually(async () => expect(await former.query(isMigrationWaiting)).toHaveLength(1));
    await former.transaction(async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = '20s'`);
      expect(await manager.query('SELECT FROM parcels')).toEqual([]);
    });

    await reader.commitTransaction();
    await reader.release();
    const migrated = await migrating;
    expect(await migrated.query('SELECT weight FROM parcels')).toEqual([]);
    expect(await migrated.query('SHOW lock_timeout')).toEqual([{ lock_timeout: '0' }]);
    await Promise.all([former.destroy(), migrated.destroy()]);
  });

  it('waits without a limit for an index that is created concurrently, and for no later migration', async () => {
    const limits: string[] = [];
    const noteLimit = async (runner: QueryRunner) => {
      const [row] = (await runner.query('SHOW lock_timeout')) as { lock_timeout: string }[];
      limits.push(row?.lock_timeout ?? '');
    };
    class IndexParcels1760000000001 implements MigrationInterface {
      readonly transaction = false;
      up = async (runner: QueryRunner) => {
        await runner.query('CREATE INDEX CONCURRENTLY parcels_again ON parcels (id)');
        await noteLimit(runner);
      };
      down = () => Promise.resolve();
    }
    class Later1760000000002 implements MigrationInterface {
      up = noteLimit;
      down = () => Promise.resolve();
    }
    const database = { schema: 'indexed', entities, migrations };
    const former = await openDatabase(postgres.url, database, silent);
    const newer = { ...database, migrations: [...migrations, IndexParcels1760000000001, Later1760000000002] };
    const reader = former.createQueryRunner();
    await reader.startTransaction('REPEATABLE READ');
    await reader.query('SELECT FROM parcels');
    const warnings: string[] = [];
    const logger = createLogger('test', 'warn', { write: (line) => void warnings.push(line) });
    const migrating = openDatabase(postgres.url, newer, logger);
    const isIndexWaiting = `SELECT FROM pg_stat_progress_create_index WHERE phase LIKE 'waiting for%'`;
    await eventually(async () => expect(await former.query(isIndexWaiting)).toHaveLength(1));
    // Longer than the limit of other migrations.
    await former.query('SELECT pg_sleep(4)');
    await reader.commitTransaction();
    await reader.release();
    const migrated = await migrating;
    expect(warnings).toEqual([]);
    expect(limits).toEqual(['3s', '3s']);
    await Promise.all([former.destroy(), migrated.destroy()]);
  });

  it('gives each service of one process its own schema', async () => {
    const [one, other] = await Promise.all([startService('north'), startService('south')]);
    await one.get(Shelf).parcels.insert(parcel);
    const [here, there] = await Promise.all([one, other].map((app) => app.get(Shelf).parcels.count()));
    await Promise.all([one.close(), other.close()]);
    expect([here, there]).toEqual([1, 0]);
  });

  it('migrates once when replicas start together', async () => {
    const database = { schema: 'replicated', entities, migrations };
    const replicas = await Promise.all([1, 2, 3, 4].map(() => openDatabase(postgres.url, database, silent)));
    const ran: unknown = await replicas[0]?.query('SELECT name FROM migrations');
    await Promise.all(replicas.map((replica) => replica.destroy()));
    expect(ran).toEqual([{ name: CreateParcels1760000000000.name }]);
  });

  describe('with migrations as a separate step', () => {
    const { RUN_MIGRATIONS: runMigrations } = readEnvironment(databaseEnv, { RUN_MIGRATIONS: 'false' });
    const waiting = { runMigrations };

    it('waits until another process has run them', async () => {
      const database = { schema: 'awaited', entities, migrations };
      const replicas = [1, 2].map(() => openDatabase(postgres.url, database, silent, waiting));
      const first = await Promise.race([...replicas, openDatabase(postgres.url, database, silent)]);
      expect(await first.query('SELECT name FROM migrations')).toEqual([{ name: migrations[0]?.name }]);
      await Promise.all([first, ...(await Promise.all(replicas))].map((one) => one.destroy()));
    });

    it('ignores later migrations, so that an old replica starts beside newer ones', async () => {
      const newer = { schema: 'ahead', entities, migrations };
      await (await openDatabase(postgres.url, newer, silent)).destroy();
      const older = { ...newer, migrations: [] };
      await (await openDatabase(postgres.url, older, silent, waiting)).destroy();
    });

    it('names the missing migrations after the timeout and changes nothing', async () => {
      const database = { schema: 'untouched', entities, migrations };
      const opening = openDatabase(postgres.url, database, silent, { ...waiting, migrationTimeoutMs: 0 });
      await expect(opening).rejects.toThrow(
        'These migrations of the schema untouched were not run: CreateParcels1760000000000',
      );
      const observer = await openDatabase(
        postgres.url,
        { schema: 'observer', entities: [], migrations: [] },
        silent,
      );
      const schemas: unknown = await observer.query(`SELECT 1 FROM pg_namespace WHERE nspname = 'untouched'`);
      await observer.destroy();
      expect(schemas).toEqual([]);
    });
  });

  it('opens as many connections as its pool has, and no more', async () => {
    const database = { schema: 'pooled', entities, migrations };
    const dataSource = await openDatabase(postgres.url, database, silent, { poolSize: 3 });
    const busy = () =>
      dataSource.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid FROM pg_sleep(0.1)');
    const rows = (await Promise.all(Array.from({ length: 8 }, busy))).flat();
    await dataSource.destroy();
    expect(new Set(rows.map(({ pid }) => pid)).size).toBe(3);
  });

  it('exports metrics of connections and queries', async () => {
    const app = await startService('counted');
    const dataSource = app.get(DataSource);
    const runner = dataSource.createQueryRunner();
    await runner.query('SELECT 1');
    await expect(dataSource.query('SELECT * FROM nowhere')).rejects.toThrow();
    const text = await metrics.render();
    await runner.release();
    await app.close();
    expect(text).toContain('waybill_database_connections{schema="counted",state="busy"} 1\n');
    expect(text).toContain('waybill_database_connections_max{schema="counted"} 10\n');
    expect(text).toContain('waybill_database_query_failures_total{schema="counted"} 1\n');
    expect(text).toMatch(/^waybill_database_query_duration_seconds_count{schema="counted"} [1-9]/m);
    expect(await metrics.render()).not.toContain('waybill_database_connections{schema="counted"');
  });

  it('records the statement of a query in a span, without its parameters', async () => {
    const app = await startService('traced');
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const callSpanId = 'b7ad6b7169203331';
    const traceparent = `00-${traceId}-${callSpanId}-01`;
    const recorder = recordSpans();
    try {
      await runInContext({ correlationId: 'call-1', traceparent }, () =>
        app.get(Shelf).parcels.insert(parcel),
      );
      await app.get(Shelf).parcels.count();
    } finally {
      recorder.stop();
    }
    await app.close();
    expect(recorder.spans()).toMatchObject([{ name: 'INSERT traced', traceId, parentSpanId: callSpanId }]);
    expect(JSON.stringify(recorder.spans())).not.toContain(parcel.name);
  });

  it('reconnects after the server ended its connections', async () => {
    const app = await startService('resilient');
    await app.get(DataSource).query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'waybill-resilient' AND pid <> pg_backend_pid()`,
    );
    expect(await app.get(Shelf).parcels.count()).toBe(0);
    expect(await app.get(HealthRegistry).check()).toEqual({ database: 'ok' });
    await app.close();
  });

  it('reports an unavailable database as down', async () => {
    const app = await startService('watched');
    await postgres.stop();
    expect(await app.get(HealthRegistry).check()).toEqual({ database: 'down' });
    await app.close();
    postgres = await EmbeddedPostgres.start({ folder, restartOnCrash: false });
  });
});
