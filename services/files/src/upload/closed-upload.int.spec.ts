import { abortUpload, addFileToUpload, openUpload } from '@waybill/contracts';
import { EncryptedObjects } from '@waybill/storage';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ObjectDeletionService } from '../storage-cleanup/object-deletion.service.js';
import { browser, FilesTestApp } from '../testing/files-test-app.js';
import { UploadSweep } from './upload.sweep.js';

describe('an upload that was closed', () => {
  let files: FilesTestApp;
  beforeAll(async () => {
    files = await FilesTestApp.start();
  });
  afterAll(() => files.close());

  it('an upload that was closed while its bytes arrived leaves no object behind when it is aborted', async () => {
    const before = await files.objectKeys();
    const { uploadId } = await files.request(openUpload, { caller: browser() });
    const ticket = await files.request(addFileToUpload, { uploadId, originalName: 'late.txt' });
    files.clock.advance(120_000);
    await files.get(UploadSweep).sweep();
    await files.get(ObjectDeletionService).deleteQueued();
    await files.get(EncryptedObjects).write(ticket, Readable.from([Buffer.from('late')]));
    await files.request(abortUpload, { uploadId, objectKeys: [ticket.objectKey] });
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toEqual(before);
  });

  it('an upload that was closed deletes no object of a file when it is aborted', async () => {
    const before = await files.objectKeys();
    await files.file(browser());
    const objectKeys = await files.objectKeys();
    await files.request(abortUpload, { uploadId: randomUUID(), objectKeys });
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toEqual(objectKeys);
    expect(objectKeys).toHaveLength(before.length + 1);
  });
});
