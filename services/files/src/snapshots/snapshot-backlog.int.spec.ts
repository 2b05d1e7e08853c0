import { bundleChanged, type FileSnapshot, fileSettingsChanged } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { SnapshotBacklog1795351661000 } from '../database/migrations/1795351661000-snapshot-backlog.js';
import { SnapshotBundles1795376772000 } from '../database/migrations/1795376772000-snapshot-bundles.js';
import { BundleTestKit } from '../testing/bundle-test-kit.js';
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

  it('publishes the facts of bundles from the version before once', async () => {
    const owner = await files.account('pro');
    const bundle = await new BundleTestKit(files).create(owner, [], 'Plans');
    const runner = files.get(DataSource).createQueryRunner();
    await new SnapshotBundles1795376772000().up(runner);
    await runner.release();
    const sweep = files.get(SnapshotBacklogSweep);
    await sweep.sweep();
    await sweep.sweep();
    const published = files.published(bundleChanged).map(({ data }) => data);
    expect(published).toEqual([
      expect.objectContaining({ bundleId: bundle.id, version: 1, userId: owner.userId, name: 'Plans' }),
    ]);
  });
});
