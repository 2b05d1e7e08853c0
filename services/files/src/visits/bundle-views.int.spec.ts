import { randomUUID } from 'node:crypto';
import {
  bundleAccessed,
  type Caller,
  type InputOf,
  recordBundleVisit,
  recordVisit,
} from '@waybill/contracts';
import { FilesTestApp } from '../testing/files-test-app.js';
import { LinkTestKit } from '../testing/link-test-kit.js';

describe('views of a file through its bundle', () => {
  let files: FilesTestApp;
  let owner: Caller;
  let kit: LinkTestKit;
  beforeAll(async () => {
    files = await FilesTestApp.start();
  });
  afterAll(() => files.close());
  beforeEach(async () => {
    owner = await files.account('pro');
    kit = new LinkTestKit(files, owner);
  });

  const facts = () => ({ address: '8.8.8.8', userAgent: 'Browser/1', referer: '', via: null });
  const visit = (fileId: string, origin: Partial<InputOf<typeof recordVisit>> = {}) =>
    files.request(recordVisit, { fileId, key: `page:${randomUUID()}`, ...facts(), ...origin });
  const viewsOf = async (fileId: string) => ({
    file: (await files.rows('SELECT view_count FROM files WHERE id = $1', [fileId]))[0],
    links: (await kit.list(fileId)).map(({ viewCount }) => viewCount),
  });

  it('are none of the first link of the file', async () => {
    const { bundleId, fileIds, link } = await kit.linkedBundle();
    const [, fileId = ''] = fileIds;
    await visit(fileId);
    await visit(fileId, { bundleId });
    await visit(fileId, { bundleId, linkId: link.id });
    await visit(fileId, { bundleId, isBot: true });
    const own = await kit.make(fileId);
    await visit(fileId, { linkId: own.id });
    await visit(fileId, { linkId: own.id, bundleId });

    await expect(viewsOf(fileId)).resolves.toEqual({ file: { view_count: 5 }, links: [1, 2] });
    expect((await kit.change(fileId, { isActive: false })).viewCount).toBe(1);
  });

  it('are none of its first link in a ZIP either', async () => {
    const { bundleId, fileIds } = await kit.linkedBundle();
    const [, fileId = ''] = fileIds;
    const zip = { bundleId, isDownload: true, key: null, ...facts() };
    await files.request(recordBundleVisit, zip);
    await files.request(recordBundleVisit, { ...zip, isBot: true });

    await expect(viewsOf(fileId)).resolves.toEqual({ file: { view_count: 1 }, links: [0] });
    expect((await kit.listOfBundle(bundleId))[0]).toMatchObject({ id: bundleId, viewCount: 1 });
  });

  it('count once for a link of the file that opened it, and leave its e-mail address out of the visit of the bundle', async () => {
    const { bundleId, fileIds } = await kit.linkedBundle();
    const [, fileId = ''] = fileIds;
    const own = await kit.make(fileId, { requireEmail: true });
    const { token } = await kit.open(own.slug, { email: 'ada@example.org' });
    const { linkId, email, linkVisit } = await kit.fetch(fileId, token, { bundleId });
    expect({ linkId, email }).toEqual({ linkId: own.id, email: 'ada@example.org' });
    const page = { key: `page:${linkVisit}`, ...facts(), linkId, email };
    await files.request(recordVisit, { fileId, bundleId, ...page });
    await files.request(recordBundleVisit, { bundleId, isDownload: false, ...page });

    expect((await viewsOf(fileId)).links).toEqual([0, 1]);
    const [{ data: visited } = { data: null }, ...more] = files
      .published(bundleAccessed)
      .filter(({ data }) => (data as { bundleId: string }).bundleId === bundleId);
    expect(visited).toMatchObject({ bundleId });
    expect(JSON.stringify(visited)).not.toMatch(new RegExp(`${own.id}|ada@`));
    expect(more).toEqual([]);
  });
});
