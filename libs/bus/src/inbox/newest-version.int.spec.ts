import { randomUUID } from 'node:crypto';
import { openDatabase } from '@waybill/database';
import { createLogger } from '@waybill/service-kit';
import { eventually, startPostgres } from '@waybill/testing';
import type { DataSource } from 'typeorm';
import { databaseOf } from '../contract/sample-services.js';
import { lockAgainstDeletion, markDeleted, recordVersion } from './newest-version.js';

describe('newest versions', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let dataSource: DataSource;
  beforeAll(async () => {
    postgres = await startPostgres();
    dataSource = await openDatabase(postgres.url, databaseOf('alpha'), createLogger('test', 'silent'), {
      poolSize: 10,
    });
  });
  afterAll(async () => {
    await dataSource.destroy();
    await postgres.stop();
  });

  it('one of concurrent changes with the same version is applied, and none older', async () => {
    const applied = await Promise.all(
      [2, 2, 2, 2].map((version) =>
        dataSource.transaction((manager) => recordVersion(manager, 'one', version)),
      ),
    );
    expect(applied.filter(Boolean)).toHaveLength(1);
    expect(await recordVersion(dataSource.manager, 'one', 1)).toBe(false);
    expect(await recordVersion(dataSource.manager, 'one', 3)).toBe(true);
  });

  it('no change is applied after a deletion, and a change that was rolled back is forgotten', async () => {
    const failed = dataSource.transaction(async (manager) => {
      await markDeleted(manager, 'two');
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await lockAgainstDeletion(dataSource.manager, 'two')).toBe(true);
    await markDeleted(dataSource.manager, 'two');
    await markDeleted(dataSource.manager, 'two');
    expect(await lockAgainstDeletion(dataSource.manager, 'two')).toBe(false);
    expect(await recordVersion(dataSource.manager, 'two', 7)).toBe(false);
  });

  it('a deletion waits for a change that is being committed, and a change for a deletion', async () => {
    const key = randomUUID();
    const order: string[] = [];
    let deletion: Promise<void> | undefined;
    let late: Promise<boolean> | undefined;
    await dataSource.transaction(async (manager) => {
      expect(await lockAgainstDeletion(manager, key)).toBe(true);
      deletion = dataSource.transaction(async (own) => {
        await markDeleted(own, key);
        order.push('deleted');
        late = dataSource.transaction((later) => lockAgainstDeletion(later, key));
        await untilOneWaits();
      });
      await untilOneWaits();
      order.push('changed');
    });
    await deletion;
    expect(order).toEqual(['changed', 'deleted']);
    expect(await late).toBe(false);
  });

  /** Waits until a query of this database waits for the lock of another transaction. */
  const untilOneWaits = () =>
    eventually(async () => {
      const waiting = await dataSource.query<unknown[]>(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      if (waiting.length === 0) throw new Error('No query waits for a lock');
    });
});
