import { randomUUID } from 'node:crypto';
import { bundleChanged, getOverview, linkChanged } from '@waybill/contracts';
import { afterNoon, AnalyticsUnderTest } from '../testing/analytics-under-test.js';

describe('an overview', () => {
  let analytics: AnalyticsUnderTest;

  beforeAll(async () => {
    analytics = await AnalyticsUnderTest.start();
  });
  afterAll(() => analytics.close());

  it('distinguishes files from bundles, among the most opened and among those that expire soon', async () => {
    const deleteAt = afterNoon(60);
    const file = await analytics.upload({ deleteAt });
    const { userId, fileId } = file;
    const bundleId = await analytics.bundleOf(file);
    await analytics.visit(fileId);
    await analytics.visit(fileId, { address: '192.0.2.7' });
    await analytics.visit(bundleId);

    const caller = { userId, browserId: null, address: '192.0.2.9' };
    const overview = await analytics.service.bus.request(getOverview, { caller, days: 30 });
    expect(overview.topFiles).toEqual([
      { id: fileId, kind: 'file', originalName: 'offer.pdf', views: 2 },
      { id: bundleId, kind: 'bundle', originalName: 'Offer', views: 1 },
    ]);
    expect(overview.expiringSoon.map(({ id, kind }) => [id, kind])).toEqual(
      expect.arrayContaining([
        [fileId, 'file'],
        [bundleId, 'bundle'],
      ]),
    );
  });

  it('names the links with most views, also where further links are counted as Other', async () => {
    const { userId, fileId } = await analytics.upload();
    const linkId = randomUUID();
    await analytics.service.publish(linkChanged, linkId, {
      linkId,
      version: 1,
      fileId,
      bundleId: null,
      slug: 'for-grace',
      name: 'For Grace',
      notify: true,
      isActive: true,
      isRevoked: false,
    });
    await analytics.visit(fileId, { linkId });
    await analytics.database.query(
      `UPDATE period_views SET counts = jsonb_set(counts, '{link,Other}', '7') WHERE file_id = $1`,
      [fileId],
    );
    const caller = { userId, browserId: null, address: '192.0.2.9' };
    const { links } = await analytics.service.bus.request(getOverview, { caller, days: 30 });
    expect(links).toEqual([{ name: 'For Grace', count: 1 }]);
  });

  it('counts a link of a bundle by visits of the bundle, as the list of links does, and not by those of its files', async () => {
    const file = await analytics.upload();
    const { userId } = file;
    const bundleId = await analytics.bundleOf(file);
    const linkId = randomUUID();
    await analytics.service.publish(linkChanged, linkId, {
      linkId,
      version: 1,
      fileId: null,
      bundleId,
      slug: 'for-grace',
      name: 'For Grace',
      notify: true,
      isActive: true,
      isRevoked: false,
    });
    await analytics.visit(bundleId, { linkId });
    await analytics.visit(file.fileId, { bundleId, linkId });
    const caller = { userId, browserId: null, address: '192.0.2.9' };
    const { links } = await analytics.service.bus.request(getOverview, { caller, days: 30 });
    expect(links).toEqual([{ name: 'For Grace', count: 1 }]);
  });

  it('recognises a bundle in a record of an earlier version, also from facts that were applied before', async () => {
    const { userId, fileId, version, createdAt, size, browserId, isPasswordProtected } =
      await analytics.upload();
    await analytics.visit(fileId);
    await analytics.service.publish(bundleChanged, fileId, {
      bundleId: fileId,
      version,
      userId,
      browserId,
      name: 'offer.pdf',
      size,
      createdAt,
      isPasswordProtected,
      fileCount: 1,
      deleteAt: null,
    });
    const caller = { userId, browserId: null, address: '192.0.2.9' };
    const { topFiles } = await analytics.service.bus.request(getOverview, { caller, days: 30 });
    expect(topFiles).toEqual([{ id: fileId, kind: 'bundle', originalName: 'offer.pdf', views: 1 }]);
  });
});
