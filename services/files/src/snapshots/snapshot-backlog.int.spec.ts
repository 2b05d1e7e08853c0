import { type FileSnapshot, fileSettingsChanged } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { SnapshotBacklog1795351661000 } from '../database/migrations/1795351661000-snapshot-backlog.js';
import { FilesTestApp } from '../testing/files-test-app.js';
import { SnapshotBacklogSweep } from './snapshot-backlog.sweep.js';

describe('SnapshotBacklogSweep', () => {
  let files: FilesTestApp;
  beforeAll(async () => {
    files = await FilesTestApp.start();
  });
  afterAll(() => files.close());

  it('publishes the facts of files from the version before once, on several replicas too', async () => {
    const owner = await files.account('pro');
    const { id } = await files.file(owner);
    const runner = files.get(DataSource).createQueryRunner();
    const migration = new SnapshotBacklog1795351661000();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    const published = () =>
      files.published(fileSettingsChanged).filter(({ data }) => (data as FileSnapshot).fileId === id);
    const before = published().length;

    const sweep = files.get(SnapshotBacklogSweep);
    await Promise.all([sweep.sweep(), sweep.sweep()]);
    await sweep.sweep();

    expect(published()).toHaveLength(before + 1);
    expect(published().at(-1)).toMatchObject({ data: { fileId: id, userId: owner.userId } });
    await expect(files.rows('SELECT * FROM snapshot_backlog')).resolves.toEqual([]);
  });
});
