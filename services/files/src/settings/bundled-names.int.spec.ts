import {
  bundleChanged,
  type Caller,
  changeFileSettings,
  fileSettingsChanged,
  openBundleArchive,
} from '@waybill/contracts';
import { BundleTestKit, pathsOf } from '../testing/bundle-test-kit.js';
import { browser, FilesTestApp, HOUR_MS, stranger } from '../testing/files-test-app.js';

describe('the name of a file in a bundle', () => {
  let files: FilesTestApp;
  let kit: BundleTestKit;
  let caller: Caller;

  beforeAll(async () => {
    files = await FilesTestApp.start();
    kit = new BundleTestKit(files);
  });
  afterAll(() => files.close());
  beforeEach(async () => {
    caller = await files.account('pro');
  });

  const rename = (fileId: string, originalName: string, by = caller) =>
    files.request(changeFileSettings, { fileId, caller: by, settings: { originalName } });
  const changesOf = (bundleId: string) =>
    files.published(bundleChanged).filter(({ data }) => (data as { bundleId: string }).bundleId === bundleId);

  it('follows a new name of the file on the page of the bundle and in its ZIP', async () => {
    const [a = '', b = ''] = await kit.upload(caller, ['Salaries of 2026.pdf', 'b.txt']);
    const { id } = await kit.create(caller, [a, b]);
    await rename(a, 'Figures.pdf');

    expect(pathsOf(await kit.get(id))).toEqual(['Figures.pdf', 'b.txt']);
    const archive = { bundleId: id, caller: stranger, token: null, isMachine: false };
    const { files: entries } = await files.request(openBundleArchive, archive);
    expect(entries.map(({ path }) => path)).toEqual(['Figures.pdf', 'b.txt']);
  });

  it('publishes a change of the bundle for each new name, and for no other setting', async () => {
    const [a = ''] = await kit.upload(caller, ['a.txt']);
    const { id } = await kit.create(caller, [a], 'Offer');
    await files.request(changeFileSettings, { fileId: a, caller, settings: { deleteAt: null } });
    await rename(a, 'a.txt');
    expect(changesOf(id)).toEqual([]);
    await rename(a, 'b.txt');

    const facts = { bundleId: id, name: 'Offer', version: 2, fileCount: 1, size: 5 };
    expect(changesOf(id)).toEqual([
      expect.objectContaining({ data: expect.objectContaining(facts) as unknown }),
    ]);
    expect(files.published(fileSettingsChanged).at(-1)?.data).toMatchObject({ originalName: 'b.txt' });
  });

  it('keeps the folder, and a path that its owner gave it by hand', async () => {
    const [a = '', b = ''] = await kit.upload(caller, ['a.txt', 'b.txt']);
    const placed = [
      { id: a, path: 'plans/2026/a.txt' },
      { id: b, path: 'plans/b of Grace.txt' },
    ];
    const { id } = await kit.create(caller);
    await kit.change(id, caller, { files: placed });
    await rename(a, 'new.txt');
    await rename(b, 'new.txt');

    expect(pathsOf(await kit.get(id))).toEqual(['plans/2026/new.txt', 'plans/b of Grace.txt']);
    expect(changesOf(id)).toHaveLength(2);
  });

  it('is cleaned like any path of a bundle', async () => {
    const [a = ''] = await kit.upload(caller, ['a.txt']);
    const { id } = await kit.create(caller, [a]);
    await rename(a, '../C:\\secret.txt');
    const [path = ''] = pathsOf(await kit.get(id));
    expect(path).not.toMatch(/[/\\]/);
    await rename(a, 'C:secret.txt');

    expect(pathsOf(await kit.get(id))).toEqual(['secret.txt']);
    await rename(a, 'b.txt');
    expect(pathsOf(await kit.get(id))).toEqual(['b.txt']);
  });

  it('follows the name of a file with the path with which it was sent to a file request', async () => {
    const [a = ''] = await kit.upload(caller, ['a.txt']);
    await files.rows('UPDATE files SET received = $2 WHERE id = $1', [
      a,
      JSON.stringify({
        requestId: a,
        title: 'Photos',
        senderName: null,
        senderEmail: null,
        path: 'holiday/a.txt',
      }),
    ]);
    await expect(rename(a, 'b.txt')).resolves.toMatchObject({ received: { path: 'holiday/b.txt' } });

    expect(pathsOf(await kit.create(caller, [a]))).toEqual(['holiday/b.txt']);
  });

  it('publishes nothing of a bundle that has expired', async () => {
    const owner = browser();
    const { id } = await kit.create(owner);
    files.clock.advance(HOUR_MS / 2);
    const [a = ''] = await kit.upload(owner, ['a.txt']);
    await kit.change(id, owner, { files: [{ id: a }] });
    files.clock.advance(HOUR_MS / 2);
    await expect(rename(a, 'b.txt', owner)).resolves.toMatchObject({ originalName: 'b.txt' });
    expect(changesOf(id)).toHaveLength(1);
  });
});
