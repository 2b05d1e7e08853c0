import { createResumableUpload, openUpload } from '@waybill/contracts';
import { browser, FilesTestApp, HOUR_MS } from '../testing/files-test-app.js';

const full = expect.objectContaining({ code: 'server.storage-full' });
const fourBytes = { bytes: Buffer.from('four') };

describe('AnonymousQuotaService', () => {
  let files: FilesTestApp;

  beforeEach(async () => {
    files = await FilesTestApp.start({ anonymousMaxBytes: 10 });
  });

  afterEach(() => files.close());

  it('refuses anonymous bytes over the limit of all browsers, and leaves nothing of them', async () => {
    await files.upload(browser(), [fourBytes, fourBytes]);
    const before = await files.rows('SELECT id FROM files');
    await expect(files.upload(browser(), [fourBytes])).rejects.toEqual(full);
    await expect(files.rows('SELECT id FROM files')).resolves.toEqual(before);
    await expect(files.rows('SELECT FROM reservations')).resolves.toEqual([]);
  });

  it('refuses concurrent commits that exceed the limit together', async () => {
    const uploads = [1, 2, 3, 4].map(() => files.upload(browser(), [fourBytes]));
    const results = await Promise.allSettled(uploads);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('refuses to open an anonymous upload at the limit', async () => {
    await files.upload(browser(), [{ bytes: Buffer.alloc(10) }]);
    await expect(files.request(openUpload, { caller: browser() })).rejects.toEqual(full);
  });

  it('refuses to create a resumable upload whose declared length exceeds the anonymous bytes that are left', async () => {
    await files.upload(browser(), [fourBytes]);
    const create = (length: number) =>
      files.request(createResumableUpload, {
        caller: browser(),
        token: null,
        originalName: 'a.txt',
        metadata: '',
        target: null,
        length,
        writes: false,
      });
    await expect(create(7)).rejects.toEqual(full);
    await expect(create(6)).resolves.toBeDefined();
  });

  it('does not limit accounts', async () => {
    await files.upload(browser(), [{ bytes: Buffer.alloc(10) }]);
    await expect(files.upload(await files.account('free'), [fourBytes])).resolves.toBeDefined();
  });

  it('an anonymous sender has room again after files expired', async () => {
    await files.upload(browser(), [{ bytes: Buffer.alloc(10) }]);
    files.clock.advance(HOUR_MS);
    await expect(files.upload(browser(), [fourBytes])).resolves.toBeDefined();
  });
});
