import { randomUUID } from 'node:crypto';
import { linkSent } from '@waybill/contracts';
import { afterNoon, AnalyticsUnderTest } from '../testing/analytics-under-test.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const AMERICAN = '8.8.8.8';

describe('VisitConsumer', () => {
  let analytics: AnalyticsUnderTest;

  beforeAll(async () => {
    analytics = await AnalyticsUnderTest.start();
  });
  afterAll(() => analytics.close());

  it('stores time, address, country, browser, referer and recipient of a visit in its entry', async () => {
    const file = await analytics.upload();
    const via = randomUUID();
    const visitId = randomUUID();
    await analytics.visit(file.fileId, {
      visitId,
      accessedAt: afterNoon(5),
      address: `::ffff:${AMERICAN}`,
      userAgent: CHROME,
      referer: 'https://example.org/',
      via,
    });
    // The event of the mail can arrive after the visit.
    await analytics.service.publish(linkSent, via, {
      linkId: via,
      fileId: file.fileId,
      recipientName: 'Grace',
      sentAt: afterNoon(0),
    });

    expect((await analytics.report(file)).analytics).toEqual([
      {
        id: visitId,
        accessedAt: afterNoon(5),
        ipAddress: AMERICAN,
        country: 'United States',
        city: expect.any(String),
        userAgent: CHROME,
        browser: 'Chrome 143 on Windows',
        referer: 'https://example.org/',
        sharedWith: 'Grace',
      },
    ]);
  });

  it('ignores a link id that belongs to a mail about another file', async () => {
    const file = await analytics.upload();
    const other = await analytics.upload();
    const via = randomUUID();
    const link = { linkId: via, fileId: other.fileId, recipientName: 'Grace', sentAt: afterNoon(0) };
    await analytics.service.publish(linkSent, via, link);
    await analytics.visit(file.fileId, { via });

    expect((await analytics.report(file)).analytics[0]?.sharedWith).toBeNull();
  });

  it('counts views, unique visitors and countries, and lists unknown countries as Unknown', async () => {
    const file = await analytics.upload();
    for (const address of [AMERICAN, AMERICAN, '8.8.4.4', '192.0.2.1']) {
      await analytics.visit(file.fileId, { address });
    }
    await analytics.visit(file.fileId, { address: AMERICAN, userAgent: CHROME, accessedAt: afterNoon(-1) });
    const { summary, countries, file: reportedFile } = await analytics.report(file);

    expect(summary).toEqual({
      totalViews: 5,
      uniqueVisitors: 4,
      uniqueCountries: 1,
      firstView: afterNoon(-1),
    });
    expect(reportedFile.viewCount).toBe(5);
    expect(countries).toEqual([
      { country: 'United States', count: 4 },
      { country: 'Unknown', count: 1 },
    ]);
  });

  it('counts a visit once when its event is delivered three times', async () => {
    const file = await analytics.upload();
    const visitId = randomUUID();
    for (let time = 0; time < 3; time++) await analytics.visit(file.fileId, { visitId });
    const { summary, countries, series } = await analytics.report(file);

    expect(summary).toMatchObject({ totalViews: 1, uniqueVisitors: 1 });
    expect(countries).toEqual([{ country: 'Unknown', count: 1 }]);
    expect(series).toEqual([{ at: afterNoon(0), views: 1 }]);
  });

  it('counts concurrent visits of one file, and each report in between is consistent', async () => {
    const file = await analytics.upload();
    const addresses = ['192.0.2.1', '192.0.2.2', AMERICAN, '1.1.1.1'];
    const progress = { done: false };
    const visits = Promise.all(
      Array.from({ length: 300 }, (_, turn) =>
        analytics.visit(file.fileId, {
          address: addresses[turn % addresses.length],
          accessedAt: afterNoon(turn),
        }),
      ),
    ).finally(() => {
      progress.done = true;
    });
    do {
      const { summary, analytics: entries, countries, series } = await analytics.report(file);
      expect(entries).toHaveLength(Math.min(summary.totalViews, 100));
      expect(countries.reduce((sum, { count }) => sum + count, 0)).toBe(summary.totalViews);
      expect(series.at(-1)?.views ?? 0).toBe(summary.totalViews);
    } while (!progress.done);
    await visits;

    expect((await analytics.report(file)).summary).toMatchObject({ totalViews: 300, uniqueVisitors: 4 });
  });

  it('recognises a visitor after the salt was rotated, as long as the former salt is configured', async () => {
    const file = await analytics.upload();
    const visitors = async () => (await analytics.report(file)).summary.uniqueVisitors;
    await analytics.visit(file.fileId, { userAgent: CHROME });
    await analytics.rotateSalt('kept');
    await analytics.visit(file.fileId, { userAgent: CHROME });
    expect(await visitors()).toBe(1);
    await analytics.visit(file.fileId, { userAgent: 'another' });
    expect(await visitors()).toBe(2);
    await analytics.rotateSalt('gone');
    await analytics.visit(file.fileId, { userAgent: 'another' });
    expect(await visitors()).toBe(2);
  });
});
