import { type Caller, changeFileSettings, deleteBundle, recordBundleVisit } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { findBundleForChange } from '../bundle/find-bundle.js';
import { FileDeletionService } from '../deletion/file-deletion.service.js';
import { findFileForChange } from '../file/find-file.js';
import { OwnedFilesDeletionService } from '../ownership/owned-files-deletion.service.js';
import { SnapshotBacklogSweep } from '../snapshots/snapshot-backlog.sweep.js';
import { beside } from '../testing/beside.js';
import { BundleTestKit, pathsOf } from '../testing/bundle-test-kit.js';
import { FilesTestApp } from '../testing/files-test-app.js';
import { BundlePlacesService } from './bundle-places.service.js';

let files: FilesTestApp;
let kit: BundleTestKit;
let caller: Caller;
let fileIds: string[];
let bundleId: string;

beforeAll(async () => {
  files = await FilesTestApp.start();
  kit = new BundleTestKit(files);
});
afterAll(() => files.close());
beforeEach(async () => {
  caller = await files.account('pro');
  fileIds = await kit.upload(caller, ['a.txt', 'b.txt']);
  bundleId = (await kit.create(caller, fileIds)).id;
});

const download = () =>
  files.request(recordBundleVisit, {
    bundleId,
    isDownload: true,
    key: 'page:1',
    address: '',
    userAgent: '',
    referer: '',
    via: null,
  });

describe('a change of a bundle', () => {
  it.each([
    ['a download of its ZIP', download],
    [
      'a new name of one of its files',
      async () => {
        const settings = { originalName: 'c.txt' };
        await files.request(changeFileSettings, { fileId: fileIds[0] ?? '', caller, settings });
        expect(pathsOf(await kit.get(bundleId))).toContain('c.txt');
      },
    ],
    [
      'the publication of its snapshot',
      async () => {
        await files.rows('INSERT INTO snapshot_backlog VALUES ($1), ($2)', [bundleId, fileIds[0]]);
        await files.get(SnapshotBacklogSweep).sweep();
      },
    ],
  ])('a change of a bundle does not deadlock with %s', async (_, other) => {
    await beside(
      files.get(DataSource),
      (manager) => findBundleForChange(manager, bundleId, files.clock.now()),
      (manager, bundle) =>
        files.get(BundlePlacesService).replace(
          manager,
          bundle,
          caller,
          fileIds.map((id) => ({ id })),
        ),
      other,
    );
  });
});

describe('the deletion of a file', () => {
  it.each([
    ['its bundle', () => files.request(deleteBundle, { bundleId, caller, keepFiles: false })],
    [
      'its account',
      () =>
        files
          .get(DataSource)
          .transaction((manager) =>
            files.get(OwnedFilesDeletionService).deleteWithin(manager, caller.userId ?? ''),
          ),
    ],
  ])('the deletion of a file does not deadlock with that of %s', async (_, other) => {
    await beside(
      files.get(DataSource),
      (manager) => findFileForChange(manager, fileIds[0] ?? '', files.clock.now()),
      (manager, file) => files.get(FileDeletionService).deleteWithin(manager, [file]),
      other,
    );
    await expect(kit.get(bundleId)).rejects.toMatchObject({ code: 'bundles.not-found' });
  });
});
