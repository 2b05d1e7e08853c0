import {
  abortUpload,
  type Caller,
  commitUpload,
  deleteBundle,
  fileDeleted,
  openUpload,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { FileClaimService } from '../ownership/file-claim.service.js';
import { OwnedFilesDeletionService } from '../ownership/owned-files-deletion.service.js';
import { BundleTestKit } from '../testing/bundle-test-kit.js';
import { countStatements } from '../testing/count-statements.js';
import { browser, FilesTestApp } from '../testing/files-test-app.js';

const [FEW, MANY] = [2, 100];

let files: FilesTestApp;
let kit: BundleTestKit;
beforeAll(async () => {
  files = await FilesTestApp.start();
  kit = new BundleTestKit(files);
});
afterAll(() => files.close());

const upload = (caller: Caller, count: number) =>
  kit.upload(
    caller,
    Array.from({ length: count }, (_, n) => `${n}.txt`),
  );

async function deleteABundle(count: number): Promise<number> {
  const caller = await files.account('pro');
  const { id: bundleId } = await kit.create(caller, await upload(caller, count));
  const before = files.published(fileDeleted).length;
  const statements = await countStatements(files, () =>
    files.request(deleteBundle, { bundleId, caller, keepFiles: false }),
  );
  expect(files.published(fileDeleted)).toHaveLength(before + count);
  return statements;
}

async function deleteAnAccount(count: number): Promise<number> {
  const caller = await files.account('pro');
  await upload(caller, count);
  return countStatements(files, () =>
    files
      .get(DataSource)
      .transaction((manager) =>
        files.get(OwnedFilesDeletionService).deleteWithin(manager, caller.userId ?? ''),
      ),
  );
}

async function abortACommittedUpload(count: number): Promise<number> {
  const { uploadId } = await files.request(openUpload, { caller: await files.account('pro') });
  const parts = [];
  for (let n = 0; n < count; n += 1) parts.push(await files.add(uploadId));
  await files.request(commitUpload, { uploadId, files: parts });
  return countStatements(files, () => files.request(abortUpload, { uploadId }));
}

async function claimTheFilesOfABrowser(count: number): Promise<number> {
  const caller = await files.account('pro');
  const fileIds = await upload(caller, count);
  const { browserId } = browser();
  await files.rows('UPDATE files SET user_id = NULL, browser_id = $2 WHERE id = ANY($1)', [
    fileIds,
    browserId,
  ]);
  const claim = { browserId: browserId ?? '', userId: caller.userId ?? '' };
  const statements = await countStatements(files, () => files.get(FileClaimService).claim(claim));
  const versions = await files.rows('SELECT DISTINCT version FROM files WHERE user_id = $1', [caller.userId]);
  expect(versions).toEqual([{ version: 2 }]);
  return statements;
}

describe('a change of many files', () => {
  it.each([
    ['the deletion of their bundle', deleteABundle],
    ['the deletion of their account', deleteAnAccount],
    ['an upload that is aborted after its commit', abortACommittedUpload],
    ['the claim by an account', claimTheFilesOfABrowser],
  ])('sends no statement for each file, in %s', async (_, change) => {
    // The relay of events sends some statements meanwhile.
    expect((await change(MANY)) - (await change(FEW))).toBeLessThan(MANY / 2);
  });
});
