import { getFile, listFilePage, listFiles } from '@waybill/contracts';
import type { FileView } from '@waybill/contracts';
import { FilesTestApp } from '../testing/files-test-app.js';

describe('listFilePage request', () => {
  let files: FilesTestApp;

  beforeAll(async () => {
    files = await FilesTestApp.start();
  });
  afterAll(() => files.close());

  it('lists every file once over all pages, also files of the same moment, each as it is shown alone', async () => {
    const caller = await files.account('basic');
    await files.upload(caller, [{}, {}, {}]);
    files.clock.advance(1000);
    await files.upload(caller, [{}, {}]);
    const { files: all } = await files.request(listFiles, { caller });
    const seen: FileView[] = [];
    let cursor: string | null = null;
    do {
      const page: { json: string; nextCursor: string | null } = await files.request(listFilePage, {
        caller,
        limit: 2,
        cursor,
      });
      seen.push(...(JSON.parse(page.json) as FileView[]));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(all);
    expect(seen).toHaveLength(5);
    for (const { id: fileId, ...file } of seen) {
      await expect(files.request(getFile, { fileId, caller, token: null })).resolves.toMatchObject(file);
    }
  });

  it('returns the same list to concurrent calls, and no file of another caller', async () => {
    const [mine, other] = [await files.account('basic'), await files.account('basic')];
    const { id } = await files.upload(mine);
    const page = { limit: null, cursor: null };
    const pages = await Promise.all(
      [mine, other, mine].map((caller) => files.request(listFilePage, { caller, ...page })),
    );
    const ids = pages.map(({ json }) => (JSON.parse(json) as FileView[]).map((file) => file.id));
    expect(ids).toEqual([[id], [], [id]]);
  });

  it('refuses a cursor that it did not issue', async () => {
    const caller = await files.account('basic');
    await expect(files.request(listFilePage, { caller, limit: 2, cursor: 'nonsense' })).rejects.toMatchObject(
      {
        code: 'request.invalid',
      },
    );
  });
});
