import { deliveriesDatabase } from '@waybill/bus';
import { openDatabase, type ServiceDatabase } from '@waybill/database';
import { createLogger } from '@waybill/service-kit';
import { startPostgres, type TestDatabase } from '@waybill/testing';
import type { DataSource } from 'typeorm';
import { services } from './backup/services.js';

const databases: readonly (readonly [string, ServiceDatabase])[] = [...services, deliveriesDatabase].map(
  (database) => [database.schema, database],
);

/** Everything a schema consists of, in words that compare. */
const DESCRIPTION = `
  SELECT format('%s.%s %s %s', table_name, column_name, data_type, is_nullable || coalesce(column_default, '')) AS part
  FROM information_schema.columns WHERE table_schema = $1 AND table_name <> 'migrations'
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = $1 AND tablename <> 'migrations'
  UNION ALL SELECT format('%s %s', conname, pg_get_constraintdef(oid)) FROM pg_constraint
  WHERE connamespace = $1::regnamespace AND conrelid <> to_regclass($1 || '.migrations')
  UNION ALL SELECT 'sequence ' || sequencename FROM pg_sequences
  WHERE schemaname = $1 AND sequencename <> 'migrations_id_seq'
  ORDER BY 1`;

describe.each(databases)('the migrations of %s', (schema, database) => {
  let postgres: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    postgres = await startPostgres();
    dataSource = await openDatabase(postgres.url, database, createLogger('test', 'silent'));
  });
  afterAll(async () => {
    await dataSource.destroy();
    await postgres.stop();
  });

  const describeSchema = async () =>
    (await dataSource.query<{ part: string }[]>(DESCRIPTION, [schema])).map(({ part }) => part);

  it('can each be taken back, the last first, and run again', async () => {
    const states: string[][] = [];
    for (let left = database.migrations.length; left > 0; left--) {
      states.push(await describeSchema());
      await dataSource.undoLastMigration({ transaction: 'each' });
    }
    expect(await describeSchema()).toEqual([]);

    for (const state of states.reverse()) {
      await runNextOf(dataSource);
      expect(await describeSchema()).toEqual(state);
    }
  });
});

/** Runs one migration more: TypeORM runs all that are missing. */
async function runNextOf(dataSource: DataSource): Promise<void> {
  const [{ count }] = await dataSource.query<[{ count: number }]>(
    'SELECT count(*)::int AS count FROM migrations',
  );
  const all = dataSource.migrations;
  Object.assign(dataSource, { migrations: all.toSorted(byTime).slice(0, count + 1) });
  await dataSource.runMigrations();
  Object.assign(dataSource, { migrations: all });
}

function byTime(one: { name?: string }, other: { name?: string }): number {
  return timeOf(one) - timeOf(other);
}

/** TypeORM's order: the digits at the end of the name. */
function timeOf(migration: { name?: string }): number {
  return Number((migration.name ?? migration.constructor.name).slice(-13));
}
