import { randomUUID } from 'node:crypto';
import {
  changeFileSettings,
  checkProtection,
  deleteFile,
  fileDeleted,
  getFile,
  getFileMetadata,
  getOwnedFile,
  checkHealthOf,
  listFiles,
} from '@waybill/contracts';
import { browser, FilesTestApp, HOUR_MS, stranger } from '../testing/files-test-app.js';
import { ObjectDeletionService } from '../storage-cleanup/object-deletion.service.js';

const refused = (code: string) => expect.objectContaining({ code });

let files: FilesTestApp;
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());

describe('listFiles request', () => {
  it("returns the caller's own available files only, newest first", async () => {
    const caller = await files.account('basic');
    const first = await files.file(caller);
    files.clock.advance(1000);
    const second = await files.file(caller);
    await files.file(await files.account('basic'));
    await expect(files.request(listFiles, { caller })).resolves.toEqual({ files: [second, first] });
    await expect(files.request(listFiles, { caller: stranger })).resolves.toEqual({ files: [] });
  });

  it('omits a file from the moment it expires', async () => {
    const caller = browser();
    await files.file(caller);
    files.clock.advance(HOUR_MS - 1);
    expect((await files.request(listFiles, { caller })).files).toHaveLength(1);
    files.clock.advance(1);
    expect((await files.request(listFiles, { caller })).files).toHaveLength(0);
  });
});

describe('requests about a file', () => {
  it('returns a file to every caller with its link, with isOwner for that caller', async () => {
    const caller = browser();
    const file = await files.file(caller, { name: 'notes.txt' });
    expect(file).toMatchObject({
      originalName: 'notes.txt',
      size: 5,
      viewCount: 0,
      userId: null,
      deleteAt: { Valid: true },
      password: { Valid: false },
      isOwner: true,
      preview: { kind: 'text', state: 'ready', hasThumbnail: false, hasRendition: true },
    });
    const seen = await files.request(getFile, { fileId: file.id, caller: stranger, token: null });
    expect({ isFirstLinkActive: true, ...seen }).toEqual({ ...file, isOwner: false });
  });

  it('refuses a file that does not exist with files.not-found', async () => {
    const fileId = randomUUID();
    const missing = refused('files.not-found');
    const caller = stranger;
    await expect(files.request(getFile, { fileId, caller, token: null })).rejects.toEqual(missing);
    await expect(files.request(getOwnedFile, { fileId, caller })).rejects.toEqual(missing);
    await expect(files.request(getFileMetadata, { fileId })).rejects.toEqual(missing);
    await expect(files.request(checkProtection, { fileId })).rejects.toEqual(missing);
    await expect(files.request(deleteFile, { fileId, caller })).rejects.toEqual(missing);
  });

  it('reveals neither name nor size of a protected file without the password', async () => {
    const caller = await files.account('basic');
    const { id: fileId } = await files.file(caller, { name: 'secret.txt' });
    await files.request(changeFileSettings, { fileId, caller, settings: { password: 'sesame' } });
    const metadata = await files.request(getFileMetadata, { fileId });
    expect(metadata).toMatchObject({ originalName: null, size: null, isPasswordProtected: true });
    await expect(files.request(checkProtection, { fileId })).resolves.toEqual({ isPasswordProtected: true });
    await expect(files.request(getFile, { fileId, caller: stranger, token: null })).rejects.toEqual(
      refused('files.password-required'),
    );
    const owned = await files.request(getFile, { fileId, caller, token: null });
    expect(owned).toMatchObject({ originalName: 'secret.txt', password: { Valid: true } });
    expect(JSON.stringify(owned)).not.toContain('argon2');
  });

  it('returns the metadata that link previews show', async () => {
    const { id: fileId } = await files.file(browser(), { name: 'plan.pdf', mimeType: 'application/pdf' });
    await expect(files.request(getFileMetadata, { fileId })).resolves.toMatchObject({
      id: fileId,
      originalName: 'plan.pdf',
      size: 5,
      isPasswordProtected: false,
      preview: 'pdf',
    });
  });
});

describe('deleteFile request', () => {
  it('deletes row, objects and link and publishes an event, for the owner only', async () => {
    const caller = browser();
    const before = await files.objectKeys();
    const { id: fileId } = await files.file(caller);
    const account = await files.account('free');
    await expect(files.request(deleteFile, { fileId, caller: stranger })).rejects.toEqual(
      refused('files.login-required'),
    );
    await expect(files.request(deleteFile, { fileId, caller: account })).rejects.toEqual(
      refused('files.forbidden'),
    );

    await files.request(deleteFile, { fileId, caller });
    await expect(files.request(getFile, { fileId, caller, token: null })).rejects.toEqual(
      refused('files.not-found'),
    );
    expect(files.published(fileDeleted)).toContainEqual(expect.objectContaining({ data: { fileId } }));
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toEqual(before);
  });

  it('deletes a file once for concurrent requests', async () => {
    const caller = browser();
    const { id: fileId } = await files.file(caller);
    const asked = Array.from({ length: 5 }, () => files.request(deleteFile, { fileId, caller }));
    const answers = await Promise.allSettled(asked);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const published = files
      .published(fileDeleted)
      .filter(({ data }) => (data as { fileId: string }).fileId === fileId);
    expect(published).toHaveLength(1);
  });
});

describe('health of the files service', () => {
  it('reports the database, the jobs and the storage', async () => {
    await expect(files.request(checkHealthOf('files'), {})).resolves.toEqual({
      components: expect.objectContaining({ database: 'ok', jobs: 'ok', storage: 'ok' }),
    });
  });
});
