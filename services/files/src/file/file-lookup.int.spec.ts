import { randomUUID } from 'node:crypto';
import { changeFileSettings } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { browser, FilesTestApp, HOUR_MS } from '../testing/files-test-app.js';
import { FileLookupService } from './file-lookup.service.js';

let files: FilesTestApp;
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());
afterEach(() => jest.restoreAllMocks());

describe('FileLookupService', () => {
  it('answers concurrent lookups with one query, each with its own file', async () => {
    const [first, second] = [await files.file(browser()), await files.file(browser())];
    const query = jest.spyOn(files.get(DataSource).manager, 'query');
    const lookup = files.get(FileLookupService);
    const missing = randomUUID();
    const answers = await Promise.allSettled(
      [first.id, missing, second.id, first.id].map((id) => lookup.find(id)),
    );
    expect(answers).toEqual([
      { status: 'fulfilled', value: expect.objectContaining({ id: first.id }) },
      { status: 'rejected', reason: expect.objectContaining({ code: 'files.not-found' }) },
      { status: 'fulfilled', value: expect.objectContaining({ id: second.id }) },
      { status: 'fulfilled', value: expect.objectContaining({ id: first.id }) },
    ]);
    const ofFiles = query.mock.calls.filter(([sql]) => sql.includes('FROM "files"'));
    expect(ofFiles).toHaveLength(1);
  });

  it('caches nothing, so that changes and expiry take effect immediately', async () => {
    const caller = browser();
    const { id: fileId } = await files.file(caller);
    const lookup = files.get(FileLookupService);
    await lookup.find(fileId);
    await files.request(changeFileSettings, { fileId, caller, settings: { originalName: 'new.txt' } });
    await expect(lookup.find(fileId)).resolves.toMatchObject({ originalName: 'new.txt' });
    files.clock.advance(HOUR_MS);
    await expect(lookup.find(fileId)).rejects.toMatchObject({ code: 'files.expired' });
  });
});
