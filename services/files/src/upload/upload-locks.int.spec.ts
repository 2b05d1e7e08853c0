import { type Caller } from '@waybill/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { beside } from '../testing/beside.js';
import { BundleTestKit } from '../testing/bundle-test-kit.js';
import { FileRequestTestKit } from '../testing/file-request-test-kit.js';
import { browser, FilesTestApp } from '../testing/files-test-app.js';

describe('a batch of uploads', () => {
  let files: FilesTestApp;
  let owner: Caller;
  beforeAll(async () => {
    files = await FilesTestApp.start();
    owner = await files.account('pro');
  });
  afterAll(() => files.close());

  /** Locks the first target in a transaction, as another replica does, and then the last one, while `other` waits. */
  const lockBeside = (
    table: 'bundles' | 'file_requests',
    ids: readonly string[],
    other: () => Promise<unknown>,
  ) => {
    const lock = (id: string | undefined) => (manager: EntityManager) =>
      manager.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE NOWAIT`, [id]);
    return beside(files.get(DataSource), lock(ids[0]), lock(ids.at(-1)), other);
  };

  it('a batch of uploads into several bundles locks them in one order on every replica', async () => {
    const kit = new BundleTestKit(files);
    const bundles = [await kit.create(owner), await kit.create(owner)].map(({ id }) => id).sort();
    const uploads: (() => Promise<string>)[] = [];
    for (const id of bundles.toReversed()) uploads.push((await kit.beginUploadInto(id, owner)).finish);
    await lockBeside('bundles', bundles, () => Promise.all(uploads.map((finish) => finish())));
  });

  it('a batch of uploads to several file requests locks them in one order on every replica', async () => {
    const kit = new FileRequestTestKit(files, owner);
    const requests = [await kit.make(), await kit.make()].sort((one, other) =>
      one.id.localeCompare(other.id),
    );
    const sender = browser();
    const uploads: (() => Promise<void>)[] = [];
    for (const { slug } of requests.toReversed()) uploads.push(await kit.beginOnce(slug, sender));
    await lockBeside(
      'file_requests',
      requests.map(({ id }) => id),
      () => Promise.all(uploads.map((finish) => finish())),
    );
  });
});
