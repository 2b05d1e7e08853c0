import { changeLink, firstLinkChanged } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { QueueFirstLinkNames1795850000000 } from '../database/migrations/1795850000000-queue-first-link-names.js';
import { BundleTestKit } from '../testing/bundle-test-kit.js';
import { FilesTestApp } from '../testing/files-test-app.js';
import { FirstLinkBacklogSweep } from './first-link-backlog.sweep.js';

describe('FirstLinkBacklogSweep', () => {
  let files: FilesTestApp;
  beforeAll(async () => {
    files = await FilesTestApp.start();
  });
  afterAll(() => files.close());

  it('publishes the names of first links from the version before once, on several replicas too', async () => {
    const owner = await files.account('pro');
    const { id: fileId } = await files.file(owner);
    const { id: bundleId } = await new BundleTestKit(files).create(owner, [], 'Plans');
    await files.file(owner);
    for (const linkId of [fileId, bundleId]) {
      await files.request(changeLink, { linkId, caller: owner, settings: { name: 'Homepage' } });
    }
    const before = files.published(firstLinkChanged).map(({ data }) => data);
    const runner = files.get(DataSource).createQueryRunner();
    const migration = new QueueFirstLinkNames1795850000000();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();

    const sweep = files.get(FirstLinkBacklogSweep);
    await Promise.all([sweep.sweep(), sweep.sweep()]);
    await sweep.sweep();

    const published = files.published(firstLinkChanged).map(({ data }) => data);
    expect(published).toHaveLength(before.length + 2);
    expect(published.slice(before.length)).toEqual(expect.arrayContaining(before));
  });
});
