import { randomUUID } from 'node:crypto';
import {
  bundleAccessed,
  bundleDeleted,
  exportEntries,
  fileDeleted,
  linkChanged,
  visitStarted,
} from '@waybill/contracts';
import { afterNoon, AnalyticsUnderTest, noon } from '../testing/analytics-under-test.js';

describe('visits of a file through its bundle', () => {
  let analytics: AnalyticsUnderTest;
  let file: Awaited<ReturnType<AnalyticsUnderTest['upload']>>;
  let bundleId: string;

  beforeAll(async () => {
    analytics = await AnalyticsUnderTest.start();
  });
  afterAll(() => analytics.close());
  beforeEach(async () => {
    file = await analytics.upload();
    bundleId = await analytics.bundleOf(file);
  });

  it('are reported by the link of the bundle, and not as the first link of the file', async () => {
    const linkId = randomUUID();
    await analytics.service.publish(linkChanged, linkId, {
      linkId,
      version: 1,
      fileId: null,
      bundleId,
      slug: 'grace',
      name: 'Grace',
      notify: true,
      isActive: true,
      isRevoked: false,
    });
    await analytics.visit(file.fileId);
    await analytics.visit(file.fileId, { bundleId });
    await analytics.visit(file.fileId, { bundleId });
    await analytics.visit(file.fileId, { bundleId, linkId, userAgent: 'Grace' });

    const report = await analytics.report(file);
    expect(report.links).toEqual([
      { name: 'Bundle “Offer”', count: 2 },
      { name: 'First link', count: 1 },
      { name: 'Grace', count: 1 },
    ]);
    const ofBundle = await analytics.report(file, null, { link: bundleId });
    const link = { id: bundleId, slug: bundleId, name: 'Bundle “Offer”' };
    expect(ofBundle).toMatchObject({ summary: { totalViews: 2 }, analytics: [{ link }, { link }] });
    const ofFile = await analytics.report(file, null, { link: file.fileId });
    expect(ofFile).toMatchObject({ summary: { totalViews: 1 }, analytics: [{ link: { name: null } }] });
    const caller = { userId: file.userId, browserId: null, address: '' };
    const exported = { caller, fileId: file.fileId, from: null, to: null, link: bundleId, cursor: null };
    const { analytics: entries } = await analytics.service.bus.request(exportEntries, exported);
    expect(entries).toMatchObject([{ link }, { link }]);
  });

  it('are reported by a bundle without a name once it was deleted', async () => {
    await analytics.visit(file.fileId, { bundleId });
    await analytics.service.publish(bundleDeleted, bundleId, { bundleId });

    const report = await analytics.report(file);
    expect(report.links).toEqual([{ name: 'Bundle', count: 1 }]);
    expect(report.analytics).toMatchObject([{ link: { id: bundleId, name: 'Bundle' } }]);
  });

  it('keep the name of the link when the bundle is deleted without its files, until the file is deleted', async () => {
    const linkIds = [randomUUID(), randomUUID()];
    for (const [index, linkId] of linkIds.entries()) {
      await analytics.service.publish(linkChanged, linkId, {
        linkId,
        version: 1,
        fileId: null,
        bundleId,
        slug: `grace-${linkId}`,
        name: index === 0 ? 'Grace' : null,
        notify: true,
        isActive: true,
        isRevoked: false,
      });
      await analytics.visit(file.fileId, { bundleId, linkId, accessedAt: afterNoon(index) });
    }
    const unvisited = await analytics.upload({ userId: file.userId });
    await analytics.service.publish(bundleDeleted, bundleId, { bundleId });

    const kept = await analytics.report(file);
    expect(kept.links).toEqual([
      { name: 'Grace', count: 1 },
      { name: `grace-${linkIds[1]}`, count: 1 },
    ]);
    expect(kept.analytics).toMatchObject([
      { link: { id: linkIds[1], slug: `grace-${linkIds[1]}`, name: null } },
      { link: { id: linkIds[0], name: 'Grace' } },
    ]);
    const namesOf = (fileId: string): Promise<unknown[]> =>
      analytics.database.query('SELECT name FROM links_of_deleted_bundles WHERE file_id = $1', [fileId]);
    expect(await namesOf(file.fileId)).toHaveLength(2);
    expect(await namesOf(unvisited.fileId)).toEqual([]);
    await analytics.service.publish(fileDeleted, file.fileId, { fileId: file.fileId });
    expect(await namesOf(file.fileId)).toEqual([]);
  });

  it('begin with an event that names the bundle as their link', async () => {
    await analytics.visit(file.fileId, { bundleId });
    const started = analytics.service.published().filter(({ type }) => type === visitStarted.type);
    expect(started.at(-1)?.data).toMatchObject({ fileId: file.fileId, linkId: bundleId });
  });

  it('are none of the bundle, whose own address stays its first link', async () => {
    await analytics.service.publish(bundleAccessed, bundleId, {
      bundleId,
      visitId: randomUUID(),
      accessedAt: noon.toISOString(),
      address: '192.0.2.1',
      userAgent: '',
      referer: '',
      via: null,
    });

    const report = await analytics.report({ fileId: bundleId, userId: file.userId });
    expect(report.links).toEqual([{ name: 'First link', count: 1 }]);
    expect(report.analytics).toMatchObject([{ link: { id: bundleId, slug: bundleId, name: null } }]);
  });
});
