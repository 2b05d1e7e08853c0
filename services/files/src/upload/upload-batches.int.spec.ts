import { commitUpload, openUpload } from '@waybill/contracts';
import { EncryptedObjects } from '@waybill/storage';
import { Readable } from 'node:stream';
import { browser, FilesTestApp } from '../testing/files-test-app.js';

describe('concurrent uploads', () => {
  let files: FilesTestApp;

  beforeAll(async () => {
    files = await FilesTestApp.start();
  });
  afterAll(() => files.close());

  it('an upload reserves its first file as it is opened', async () => {
    const { uploadId, file } = await files.request(openUpload, {
      caller: browser(),
      originalName: 'x/first.txt',
    });
    const { fileId = '', ...ticket } = file ?? {};
    await files
      .get(EncryptedObjects)
      .write({ objectKey: '', wrappedKey: '', ...ticket }, Readable.from([Buffer.from('hello')]));
    const part = { fileId, size: 5, mimeType: 'text/plain' };
    await expect(files.request(commitUpload, { uploadId, files: [part] })).resolves.toMatchObject({
      files: [{ id: fileId, originalName: 'first.txt' }],
    });
  });

  it('concurrent uploads are committed together, and a refused one fails alone', async () => {
    const open = await Promise.all(
      Array.from({ length: 8 }, () => files.request(openUpload, { caller: browser() })),
    );
    const parts = await Promise.all(open.map(({ uploadId }) => files.add(uploadId)));
    const commits = open.map(({ uploadId, maxFileSize }, index) => {
      const part = { ...parts[index], ...(index === 3 && { size: maxFileSize + 1 }) };
      return files.request(commitUpload, { uploadId, files: [part as (typeof parts)[number]] });
    });
    const results = await Promise.allSettled(commits);
    for (const [index, result] of results.entries()) {
      if (index === 3) expect(result).toMatchObject({ reason: { code: 'files.too-large' } });
      else expect(result).toMatchObject({ value: { id: parts[index]?.fileId } });
    }
  });

  it('uploads that are opened at once, each with its first file, never exceed the number of files', async () => {
    const caller = browser();
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, () => files.request(openUpload, { caller, originalName: 'x' })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });
});
