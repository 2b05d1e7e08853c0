import { randomUUID } from 'node:crypto';
import { bundleAccessed, type Caller, type DataOf, fileAccessed, recordVisit } from '@waybill/contracts';
import { FilesTestApp, stranger } from '../testing/files-test-app.js';
import { LinkTestKit } from '../testing/link-test-kit.js';

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

const facts = { address: '127.0.0.1', userAgent: 'Firefox', referer: '', via: null };

/** Requests bytes of a file under the visit id of a page. */
const fetchAs = (visit: string, fileId: string, origin: { linkId?: string; bundleId?: string } = {}) =>
  files.request(recordVisit, { fileId, key: `page:${visit}`, pageVisitId: visit, ...facts, ...origin });

const accesses = (fileId: string) =>
  files
    .published(fileAccessed)
    .map(({ data }) => data as DataOf<typeof fileAccessed>)
    .filter((data) => data.fileId === fileId);

describe('the visit of an opening', () => {
  it('an opening begins a visit of its own where the first link was visited under the same id', async () => {
    const { fileId, link } = await kit.linked({ requireEmail: true });
    const visit = randomUUID();
    await fetchAs(visit, fileId);
    const opened = await kit.open(link.slug, { email: 'ada@example.org', visit });

    expect(opened.visit).not.toBe(visit);
    expect((await kit.list(fileId)).map(({ viewCount }) => viewCount)).toEqual([1, 1]);
    expect(accesses(fileId).at(-1)).toMatchObject({
      linkId: link.id,
      email: 'ada@example.org',
      pageVisitId: opened.visit,
    });
    // Requests with the token belong to the new visit.
    await expect(kit.fetch(fileId, opened.token)).resolves.toMatchObject({ linkVisit: opened.visit });
  });

  it('an opening joins the visit of no other opening, link or e-mail address', async () => {
    const { fileId, link } = await kit.linked({ requireEmail: true });
    const other = await kit.make(fileId);
    const visit = randomUUID();
    const emails = ['ada@example.org', 'ada@example.org', 'grace@example.org'];
    const openings = await Promise.all(emails.map((email) => kit.open(link.slug, { email, visit })));
    openings.push(await kit.open(other.slug, { visit }));

    const visits = openings.map((opened) => opened.visit);
    expect(new Set(visits).size).toBe(4);
    // The id of the page stays that of the first visit under it.
    expect(visits).toContain(visit);
    const views = (await kit.list(fileId)).map(({ id, viewCount }) => [id, viewCount]);
    expect(Object.fromEntries(views)).toEqual({ [fileId]: 0, [link.id]: 3, [other.id]: 1 });
    expect(accesses(fileId).map(({ linkId, email }) => ({ linkId, email }))).toEqual(
      expect.arrayContaining([
        ...emails.map((email) => ({ linkId: link.id, email })),
        { linkId: other.id, email: undefined },
      ]),
    );
  });

  it('an opening of a bundle begins a visit of its own where the bundle or a file in it was visited', async () => {
    const { bundleId, fileIds, link } = await kit.linkedBundle({ requireEmail: true });
    const [fileId = ''] = fileIds;
    const visit = randomUUID();
    await fetchAs(visit, fileId);
    const emails = ['ada@example.org', 'grace@example.org', 'grace@example.org'];
    const first = await kit.open(link.slug, { email: 'ada@example.org', visit });
    const second = await kit.open(link.slug, { email: 'grace@example.org', visit: first.visit });
    const third = await kit.open(link.slug, { email: 'grace@example.org', visit });

    const visits = [visit, first, second, third].map((opened) =>
      typeof opened === 'string' ? opened : (opened.visit ?? ''),
    );
    expect(new Set(visits).size).toBe(4);
    const opened = files.published(bundleAccessed).map(({ data }) => data as DataOf<typeof bundleAccessed>);
    expect(opened.filter((data) => data.bundleId === bundleId).map(({ email }) => email)).toEqual(emails);
    for (const id of visits.slice(1)) await fetchAs(id, fileId, { linkId: link.id, bundleId });
    expect(accesses(fileId).map(({ linkId }) => linkId)).toEqual([undefined, link.id, link.id, link.id]);
  });

  it('an opening keeps the id of its page while nothing else was visited under it', async () => {
    const { fileId, link } = await kit.linked();
    const { link: ofBundle } = await kit.linkedBundle();
    for (const { slug } of [link, ofBundle]) {
      const visit = randomUUID();
      await expect(kit.open(slug, { visit })).resolves.toMatchObject({ visit });
    }
    const before = accesses(fileId).length;
    const visit = randomUUID();
    const { opened } = await kit.tryOpen(link.slug, { visit }, stranger, true);
    expect(opened).toMatchObject({ visit });
    expect(accesses(fileId).slice(before)).toMatchObject([{ isBot: true }]);
  });
});
