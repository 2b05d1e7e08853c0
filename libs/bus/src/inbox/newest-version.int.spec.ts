import { openDatabase } from '@waybill/database';
import { createLogger } from '@waybill/service-kit';
import { startPostgres } from '@waybill/testing';
import type { DataSource } from 'typeorm';
import { databaseOf } from '../contract/sample-services.js';
import { isDeleted, isNewest, markDeleted } from './newest-version.js';

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
      [2, 2, 2, 2].map((version) => dataSource.transaction((manager) => isNewest(manager, 'one', version))),
    );
    expect(applied.filter(Boolean)).toHaveLength(1);
    expect(await isNewest(dataSource.manager, 'one', 1)).toBe(false);
    expect(await isNewest(dataSource.manager, 'one', 3)).toBe(true);
  });

  it('no change is applied after a deletion, and a change that was rolled back is forgotten', async () => {
    const failed = dataSource.transaction(async (manager) => {
      await markDeleted(manager, 'two');
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await isDeleted(dataSource.manager, 'two')).toBe(false);
    await markDeleted(dataSource.manager, 'two');
    await markDeleted(dataSource.manager, 'two');
    expect(await isDeleted(dataSource.manager, 'two')).toBe(true);
    expect(await isNewest(dataSource.manager, 'two', 7)).toBe(false);
  });

  it('a change waits for a deletion that is being committed, and a deletion for a change', async () => {
    const order: string[] = [];
    const change = dataSource.transaction(async (manager) => {
      expect(await isDeleted(manager, 'three')).toBe(false);
      void deletion();
      await dataSource.query('SELECT pg_sleep(0.2)');
      order.push('changed');
    });
    let deleted: Promise<void> | undefined;
    const deletion = () =>
      (deleted = dataSource.transaction(async (manager) => {
        await markDeleted(manager, 'three');
        order.push('deleted');
        await manager.query('SELECT pg_sleep(0.2)');
      }));
    await change;
    const late = dataSource.transaction((manager) => isDeleted(manager, 'three'));
    await deleted;
    expect(order).toEqual(['changed', 'deleted']);
    expect(await late).toBe(true);
  });
});
