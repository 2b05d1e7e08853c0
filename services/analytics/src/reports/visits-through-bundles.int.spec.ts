import { randomUUID } from 'node:crypto';
import {
  bundleAccessed,
  bundleCreated,
  bundleDeleted,
  exportEntries,
  linkChanged,
  visitStarted,
} from '@waybill/contracts';
import { AnalyticsUnderTest, noon } from '../testing/analytics-under-test.js';

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
    bundleId = randomUUID();
    const { userId, browserId, createdAt, deleteAt, isPasswordProtected } = file;
    await analytics.service.publish(bundleCreated, bundleId, {
      ...{ bundleId, version: 1, userId, browserId, name: 'Offer', size: 5, fileCount: 1 },
      ...{ createdAt, deleteAt, isPasswordProtected },
    });
  });

  it('are reported by the link of the bundle, and not as the first link of the file', async () => {
    const linkId = randomUUID();
    await analytics.service.publish(linkChanged, linkId, {
      ...{ linkId, version: 1, fileId: null, bundleId, slug: 'grace', name: 'Grace' },
      ...{ notify: true, isActive: true, isRevoked: false },
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

  it('begin with an event that names the bundle as their link', async () => {
    await analytics.visit(file.fileId, { bundleId });
    const started = analytics.service.published().filter(({ type }) => type === visitStarted.type);
    expect(started.at(-1)?.data).toMatchObject({ fileId: file.fileId, linkId: bundleId });
  });

  it('are none of the bundle, whose own address stays its first link', async () => {
    await analytics.service.publish(bundleAccessed, bundleId, {
      ...{ bundleId, visitId: randomUUID(), accessedAt: noon.toISOString() },
      ...{ address: '192.0.2.1', userAgent: '', referer: '', via: null },
    });

    const report = await analytics.report({ fileId: bundleId, userId: file.userId });
    expect(report.links).toEqual([{ name: 'First link', count: 1 }]);
    expect(report.analytics).toMatchObject([{ link: { id: bundleId, slug: bundleId, name: null } }]);
  });
});
