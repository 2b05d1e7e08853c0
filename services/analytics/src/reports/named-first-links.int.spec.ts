import { randomUUID } from 'node:crypto';
import { bundleAccessed, bundleDeleted, firstLinkChanged, getOverview } from '@waybill/contracts';
import { AnalyticsUnderTest, noon } from '../testing/analytics-under-test.js';

describe('first links that their owner has named', () => {
  let analytics: AnalyticsUnderTest;

  beforeAll(async () => {
    analytics = await AnalyticsUnderTest.start();
  });
  afterAll(() => analytics.close());

  const rename = (targetId: string, version: number, name?: string | null) =>
    analytics.service.publish(firstLinkChanged, targetId, {
      targetId,
      notify: true,
      version,
      ...(name !== undefined && { name }),
    });

  it('a first link is reported by its name, and without one as the first link', async () => {
    const file = await analytics.upload();
    const { fileId } = file;
    await analytics.visit(fileId);
    await rename(fileId, 3, 'Homepage');
    await rename(fileId, 2, 'Late');
    await rename(fileId, 4);
    const named = await analytics.report(file);
    expect(named.links).toEqual([{ name: 'Homepage', count: 1 }]);
    expect(named.analytics).toMatchObject([{ link: { id: fileId, slug: fileId, name: 'Homepage' } }]);

    await rename(fileId, 5, null);
    const unnamed = await analytics.report(file);
    expect(unnamed.links).toEqual([{ name: 'First link', count: 1 }]);
    expect(unnamed.analytics).toMatchObject([{ link: { id: fileId, slug: fileId, name: null } }]);
  });

  it('a first link of a bundle is reported by its name, for the bundle and for the files in it', async () => {
    const file = await analytics.upload();
    const bundleId = await analytics.bundleOf(file);
    await rename(bundleId, 2, 'Homepage');
    await analytics.visit(file.fileId, { bundleId });
    await analytics.service.publish(bundleAccessed, bundleId, {
      bundleId,
      visitId: randomUUID(),
      accessedAt: noon.toISOString(),
      address: '192.0.2.1',
      userAgent: '',
      referer: '',
      via: null,
    });
    for (const fileId of [bundleId, file.fileId]) {
      const report = await analytics.report({ fileId, userId: file.userId });
      expect(report.links).toEqual([{ name: 'Homepage', count: 1 }]);
      expect(report.analytics).toMatchObject([{ link: { id: bundleId, name: 'Homepage' } }]);
    }

    await rename(bundleId, 3, null);
    expect((await analytics.report(file)).links).toEqual([{ name: 'Bundle “Offer”', count: 1 }]);
    const ofBundle = await analytics.report({ fileId: bundleId, userId: file.userId });
    expect(ofBundle.links).toEqual([{ name: 'First link', count: 1 }]);
    await rename(bundleId, 4, 'Homepage');
    await analytics.service.publish(bundleDeleted, bundleId, { bundleId });
    expect((await analytics.report(file)).links).toEqual([{ name: 'Bundle', count: 1 }]);
  });

  it('a first link stands in the overview by its name, and not without one', async () => {
    const { userId, fileId } = await analytics.upload();
    const linksNow = async () => {
      const caller = { userId, browserId: null, address: '192.0.2.9' };
      return (await analytics.service.bus.request(getOverview, { caller, days: 30 })).links;
    };
    await analytics.visit(fileId);
    await rename(fileId, 2, 'Homepage');
    expect(await linksNow()).toEqual([{ name: 'Homepage', count: 1 }]);
    await rename(fileId, 3, null);
    expect(await linksNow()).toEqual([]);
  });
});
