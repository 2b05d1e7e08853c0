import { deliveriesDatabase } from '@waybill/bus';
import { openDatabase, type ServiceDatabase } from '@waybill/database';
import { createLogger } from '@waybill/service-kit';
import { startPostgres, type TestDatabase } from '@waybill/testing';
import type { DataSource } from 'typeorm';
import { serviceSchemas } from './schemas.js';

const databases: readonly (readonly [string, ServiceDatabase])[] = [
  ...serviceSchemas,
  deliveriesDatabase,
].map((database) => [database.schema, database]);

/** Columns, indexes, constraints and sequences of a schema, as comparable text. */
const DESCRIPTION = `
  SELECT format('%s.%s %s %s', table_name, column_name, data_type, is_nullable || coalesce(column_default, '')) AS part
  FROM information_schema.columns WHERE table_schema = $1 AND table_name <> 'migrations'
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = $1 AND tablename <> 'migrations'
  UNION ALL SELECT format('%s %s', conname, pg_get_constraintdef(oid)) FROM pg_constraint
  WHERE connamespace = $1::regnamespace AND conrelid <> to_regclass($1 || '.migrations')
  UNION ALL SELECT 'sequence ' || sequencename FROM pg_sequences
  WHERE schemaname = $1 AND sequencename <> 'migrations_id_seq'
  ORDER BY 1`;

describe.each(databases)('migrations of %s', (schema, database) => {
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

  it('migrations can be reverted one by one and run again', async () => {
    const states: string[][] = [];
    for (let left = database.migrations.length; left > 0; left--) {
      states.push(await describeSchema());
      // An index is dropped concurrently, which no transaction allows.
      await dataSource.undoLastMigration({ transaction: 'none' });
    }
    expect(await describeSchema()).toEqual([]);

    for (const state of states.reverse()) {
      await runNextOf(dataSource);
      expect(await describeSchema()).toEqual(state);
    }
  });
});

/** Runs the next migration only. TypeORM alone would run all pending ones. */
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

/** TypeORM sorts by the digits at the end of the name. */
function timeOf(migration: { name?: string }): number {
  return Number((migration.name ?? migration.constructor.name).slice(-13));
}
