import { randomUUID } from 'node:crypto';
import {
  type Caller,
  claimFiles,
  commitUpload,
  fileDeleted,
  type FileSnapshot,
  fileSettingsChanged,
  getFile,
  getOwnedFile,
  listFiles,
  openUpload,
  recordVisit,
  userActivated,
  userDeleted,
} from '@waybill/contracts';
import { browser, FilesTestApp, HOUR_MS } from '../testing/files-test-app.js';
import { ObjectDeletionService } from '../storage-cleanup/object-deletion.service.js';

let files: FilesTestApp;
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());

const signedIn = (): Caller & { userId: string } => ({ ...browser(), browserId: null, userId: randomUUID() });
const idOf = ({ browserId }: Caller) => browserId ?? '';

describe('claim of the files of an anonymous browser', () => {
  it('moves them once to the account that logs in, with an event', async () => {
    const [caller, account] = [browser(), signedIn()];
    const file = await files.file(caller);
    const claim = { browserId: idOf(caller), userId: account.userId };
    await expect(files.request(claimFiles, claim)).resolves.toEqual({ moved: 1 });
    await expect(files.request(claimFiles, claim)).resolves.toEqual({ moved: 0 });
    await expect(files.request(listFiles, { caller: account })).resolves.toEqual({
      files: [{ ...file, userId: account.userId }],
    });
    await expect(files.request(getOwnedFile, { fileId: file.id, caller })).rejects.toMatchObject({
      code: 'files.login-required',
    });
    expect(files.published(fileSettingsChanged).at(-1)).toMatchObject({
      data: { fileId: file.id, version: 2, userId: account.userId, browserId: null },
    });
  });

  it('moves them to the account that was created in this browser', async () => {
    const [caller, account] = [browser(), signedIn()];
    const file = await files.file(caller);
    const { userId } = account;
    await files.publish(userActivated, userId, { userId, browserId: caller.browserId });
    await expect(files.request(getOwnedFile, { fileId: file.id, caller: account })).resolves.toMatchObject({
      userId,
    });
  });

  it('says in the event whether they were opened before', async () => {
    const [caller, account] = [browser(), signedIn()];
    const [opened, unopened] = [await files.file(caller), await files.file(caller)];
    await files.request(recordVisit, {
      fileId: opened.id,
      key: null,
      address: '192.0.2.1',
      userAgent: 'Browser/1',
      referer: '',
      via: null,
    });
    await files.request(claimFiles, { browserId: idOf(caller), userId: account.userId });
    const claimed = (fileId: string) =>
      files
        .published(fileSettingsChanged)
        .map(({ data }) => data as FileSnapshot)
        .find((file) => file.fileId === fileId);
    expect(claimed(opened.id)).toMatchObject({ userId: account.userId, isOpened: true });
    expect(claimed(unopened.id)).toMatchObject({ userId: account.userId, isOpened: false });
  });

  it('moves files whose upload is still in progress', async () => {
    const [caller, account] = [browser(), signedIn()];
    const { uploadId } = await files.request(openUpload, { caller });
    const kept = [await files.add(uploadId)];
    const claim = { browserId: idOf(caller), userId: account.userId };
    await Promise.all([
      files.request(commitUpload, { uploadId, files: kept }),
      files.request(claimFiles, claim),
      files.request(claimFiles, claim),
    ]);
    expect((await files.request(listFiles, { caller: account })).files).toHaveLength(1);
    expect((await files.request(listFiles, { caller })).files).toHaveLength(0);
  });

  it('does not move expired files', async () => {
    const [caller, account] = [browser(), signedIn()];
    await files.file(caller);
    files.clock.advance(HOUR_MS);
    const claim = { browserId: idOf(caller), userId: account.userId };
    await expect(files.request(claimFiles, claim)).resolves.toEqual({ moved: 0 });
  });
});

describe('files of a deleted account', () => {
  it('files of a deleted account are deleted with their objects, including uploads in progress', async () => {
    await files.get(ObjectDeletionService).deleteQueued();
    const before = await files.objectKeys();
    const account = await files.account('basic');
    const file = await files.file(account);
    const { uploadId } = await files.request(openUpload, { caller: account });
    await files.add(uploadId);
    const userId = account.userId ?? '';
    await files.publish(userDeleted, userId, { userId });
    await expect(
      files.request(getFile, { fileId: file.id, caller: account, token: null }),
    ).rejects.toMatchObject({ code: 'files.not-found' });
    expect(files.published(fileDeleted).at(-1)).toMatchObject({ data: { fileId: file.id } });
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toEqual(before);
  });
});
