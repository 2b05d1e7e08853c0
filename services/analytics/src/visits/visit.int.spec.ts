import { randomUUID } from 'node:crypto';
import { linkSent } from '@waybill/contracts';
import { afterNoon, AnalyticsUnderTest } from '../testing/analytics-under-test.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const AMERICAN = '8.8.8.8';

describe('visits', () => {
  let analytics: AnalyticsUnderTest;

  beforeAll(async () => {
    analytics = await AnalyticsUnderTest.start();
  });
  afterAll(() => analytics.close());

  it('are entries that tell when, from where, by what and through whom', async () => {
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
    // The mail may be heard of after the visit it brought.
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

  it('are not credited to a mail about another file', async () => {
    const file = await analytics.upload();
    const other = await analytics.upload();
    const via = randomUUID();
    const told = { linkId: via, fileId: other.fileId, recipientName: 'Grace', sentAt: afterNoon(0) };
    await analytics.service.publish(linkSent, via, told);
    await analytics.visit(file.fileId, { via });

    expect((await analytics.report(file)).analytics[0]?.sharedWith).toBeNull();
  });

  it('add up to totals, unique visitors and countries, the unknown one named', async () => {
    const file = await analytics.upload();
    for (const address of [AMERICAN, AMERICAN, '8.8.4.4', '192.0.2.1']) {
      await analytics.visit(file.fileId, { address });
    }
    await analytics.visit(file.fileId, { address: AMERICAN, userAgent: CHROME, accessedAt: afterNoon(-1) });
    const { summary, countries, file: shown } = await analytics.report(file);

    expect(summary).toEqual({
      totalViews: 5,
      uniqueVisitors: 4,
      uniqueCountries: 1,
      firstView: afterNoon(-1),
    });
    expect(shown.viewCount).toBe(5);
    expect(countries).toEqual([
      { country: 'United States', count: 4 },
      { country: 'Unknown', count: 1 },
    ]);
  });

  it('count once, however often one is told', async () => {
    const file = await analytics.upload();
    const visitId = randomUUID();
    for (let time = 0; time < 3; time++) await analytics.visit(file.fileId, { visitId });
    const { summary, countries, series } = await analytics.report(file);

    expect(summary).toMatchObject({ totalViews: 1, uniqueVisitors: 1 });
    expect(countries).toEqual([{ country: 'Unknown', count: 1 }]);
    expect(series).toEqual([{ at: afterNoon(0), views: 1 }]);
  });

  it('of one file that come side by side are all counted, and reports agree with themselves meanwhile', async () => {
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

  it('of one person count one visitor while the secret that tells visitors apart is being retired', async () => {
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
