import { type Caller, claimFiles, deleteFile, openUpload } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { CountFilesOfOwners1795590000000 } from '../database/migrations/1795590000000-count-files-of-owners.js';
import { browser, FilesTestApp, HOUR_MS } from '../testing/files-test-app.js';
import { countFiles } from './count-files.js';
import { FileCountsSweep } from './file-counts.sweep.js';

const MANY = 1000;

describe('the number of files of an owner', () => {
  let files: FilesTestApp;
  let ada: Caller;

  beforeEach(async () => {
    files = await FilesTestApp.start();
    ada = await files.account('pro');
  });
  afterEach(() => files.close());

  /** Owners whose sum of changes differs from the number of their files. */
  const wrongCounts = () =>
    files.rows(
      `SELECT owner_id, coalesce(sum, 0) AS counted, coalesce(count, 0) AS files
       FROM (SELECT owner_id, sum(files) FROM file_counts GROUP BY 1) AS counted
       FULL JOIN (SELECT coalesce(user_id, browser_id) AS owner_id, count(*) FROM files GROUP BY 1) AS stored
       USING (owner_id) WHERE coalesce(sum, 0) <> coalesce(count, 0)`,
    );
  const sweep = () => files.get(FileCountsSweep).sweep();
  const changes = () => files.rows('SELECT FROM file_counts WHERE NOT is_sum');

  it('the number of files of an owner follows uploads, deletions and the move of files from a browser to an account', async () => {
    const anonymous = browser();
    await files.upload(ada, [{}, {}, {}]);
    const { id } = await files.upload(anonymous, [{}, {}]);
    expect(await wrongCounts()).toEqual([]);
    await files.request(deleteFile, { fileId: id, caller: anonymous });
    expect(await wrongCounts()).toEqual([]);
    const { userId } = ada;
    await files.request(claimFiles, { browserId: anonymous.browserId ?? '', userId: userId ?? '' });
    expect(await wrongCounts()).toEqual([]);
    await sweep();
    expect(await wrongCounts()).toEqual([]);
    await expect(files.rows('SELECT owner_id, files FROM file_counts')).resolves.toEqual([
      { owner_id: userId, files: 4 },
    ]);
  });

  it('the number of files stays right while two workers sum up its changes beside uploads and deletions', async () => {
    const deleteOne = async () => {
      const { id } = await files.upload(ada, [{}, {}]);
      await files.request(deleteFile, { fileId: id, caller: ada });
    };
    const work = Array.from({ length: 12 }, deleteOne);
    const sweeps = Array.from({ length: 20 }, async () => {
      await Promise.all([sweep(), sweep()]);
    });
    await Promise.all([...work, ...sweeps]);
    await sweep();
    expect(await wrongCounts()).toEqual([]);
    expect(await changes()).toEqual([]);
  });

  it('an upload sums up the changes of the number of files after many of them', async () => {
    await files.rows(
      `INSERT INTO file_counts (owner_id, files) SELECT $1, (-1) ^ n FROM generate_series(1, 400) AS n`,
      [ada.userId],
    );
    await files.upload(ada);
    expect((await changes()).length).toBeLessThan(10);
    expect(await wrongCounts()).toEqual([]);
  });

  it('counts the files of an owner who has room for more without reading them', async () => {
    await insertFiles(files, ada, MANY - 1);
    await files.get(DataSource).transaction(async (manager) => {
      const rowsRead = () =>
        manager.query<unknown[]>(
          `SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_xact_user_tables
           WHERE schemaname = current_schema AND relname = 'files'`,
        );
      const before = await rowsRead();
      const count = await countFiles(manager, { owner: ada, exactFrom: MANY }, files.clock.now());
      expect({ count, rows: await rowsRead() }).toEqual({ count: MANY - 1, rows: before });
    });
  });

  it('expired files that are not deleted yet take no room at the limit of the plan', async () => {
    await insertFiles(files, ada, MANY);
    await expect(files.request(openUpload, { caller: ada, originalName: 'x' })).rejects.toMatchObject({
      code: 'files.limit-reached',
    });
    await files.rows('UPDATE files SET delete_at = $1 WHERE id = (SELECT id FROM files LIMIT 1)', [
      new Date(files.clock.now().getTime() + HOUR_MS),
    ]);
    files.clock.advance(HOUR_MS);
    await files.request(openUpload, { caller: ada, originalName: 'x' });
    await expect(files.request(openUpload, { caller: ada, originalName: 'x' })).rejects.toMatchObject({
      code: 'files.limit-reached',
    });
  });

  it('a migration counts the files of a version that counted rows', async () => {
    await files.upload(ada, [{}, {}]);
    await files.upload(browser());
    const database = files.get(DataSource);
    const migration = new CountFilesOfOwners1795590000000();
    const runner = database.createQueryRunner();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    expect(await wrongCounts()).toEqual([]);
    await files.upload(ada);
    expect(await wrongCounts()).toEqual([]);
  });
});

/** Copies an uploaded file until the owner has `count` files. */
async function insertFiles(files: FilesTestApp, owner: Caller, count: number): Promise<void> {
  await files.upload(owner);
  await files.rows(
    `INSERT INTO files SELECT (json_populate_record(files, json_build_object(
       'id', gen_random_uuid(), 'object_key', gen_random_uuid()))).*
     FROM files, generate_series(2, $1) WHERE user_id = $2`,
    [count, owner.userId],
  );
}
