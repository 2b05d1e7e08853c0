import { randomUUID } from 'node:crypto';
import { linkSent } from '@waybill/contracts';
import { EntryRollUpSweep } from './entry-roll-up.sweep.js';
import { VisitEntryConsumer } from './visit-entry.consumer.js';
import { afterNoon, AnalyticsUnderTest, noon } from '../testing/analytics-under-test.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const AMERICAN = '8.8.8.8';

/** Fields of an entry without reading. */
const unread = {
  durationSeconds: 0,
  pagesSeen: 0,
  completion: 0,
  device: '',
  os: '',
  region: '',
  pages: [],
  email: null,
  isBot: false,
};

describe('VisitEntryConsumer', () => {
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
        link: { id: file.fileId, slug: file.fileId, name: null },
        browser: 'Chrome 143 on Windows',
        referer: 'https://example.org/',
        sharedWith: 'Grace',
        ...unread,
        device: 'desktop',
        os: 'Windows',
        region: expect.any(String),
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

  it('keeps visits of machines as entries that no number, list or breakdown includes by default', async () => {
    const file = await analytics.upload();
    await analytics.visit(file.fileId, { userAgent: CHROME });
    await analytics.visit(file.fileId, { userAgent: 'Slackbot 1.0', isBot: true, address: AMERICAN });

    const people = await analytics.report(file);
    expect(people).toMatchObject({ summary: { totalViews: 1, uniqueVisitors: 1 }, file: { viewCount: 1 } });
    expect(people.analytics.map(({ isBot }) => isBot)).toEqual([false]);
    expect(people.series).toHaveLength(1);
    const everyone = await analytics.report(file, null, { includeBots: true });
    expect(everyone).toMatchObject({ summary: { totalViews: 2, uniqueVisitors: 2 } });
    expect(everyone.analytics.map(({ isBot }) => isBot).sort()).toEqual([false, true]);
    expect(everyone.countries).toContainEqual({ country: 'United States', count: 1 });
  });

  it('breaks visits down by device, system, browser, referrer and link', async () => {
    const file = await analytics.upload();
    const linkId = randomUUID();
    await analytics.visit(file.fileId, { userAgent: CHROME, referer: 'https://mail.example.org/' });
    await analytics.visit(file.fileId, { userAgent: CHROME, linkId, email: 'grace@example.org' });

    const report = await analytics.report(file);
    expect(report).toMatchObject({
      devices: [{ name: 'desktop', count: 2 }],
      systems: [{ name: 'Windows', count: 2 }],
      browsers: [{ name: 'Chrome', count: 2 }],
      referrers: [
        { name: 'Direct', count: 1 },
        { name: 'mail.example.org', count: 1 },
      ],
    });
    expect(report.links).toContainEqual({ name: 'First link', count: 1 });
    const ofLink = await analytics.report(file, null, { link: linkId });
    expect(ofLink).toMatchObject({ summary: { totalViews: 1 }, analytics: [{ email: 'grace@example.org' }] });
    const direct = await analytics.report(file, null, { link: file.fileId });
    expect(direct).toMatchObject({ summary: { totalViews: 1 }, analytics: [{ email: null }] });
  });

  it('narrows every part of a report to a country, alone and with a link and a time', async () => {
    const file = await analytics.upload();
    const [linkId, visitId] = [randomUUID(), randomUUID()];
    const american = { address: AMERICAN, userAgent: CHROME };
    await analytics.visit(file.fileId, { ...american, visitId });
    await analytics.visit(file.fileId, { ...american, linkId, accessedAt: afterNoon(61) });
    await analytics.visit(file.fileId, { linkId });
    await analytics.read(file.fileId, visitId, { pages: [{ page: 2, ms: 3000 }], pageCount: 4 });

    const ofCountry = await analytics.report(file, null, { country: 'US' });
    expect(ofCountry).toMatchObject({
      summary: { totalViews: 2, uniqueVisitors: 1, uniqueCountries: 1, firstView: noon.toISOString() },
      countries: [{ country: 'United States', count: 2 }],
      allCountries: ['United States', 'Unknown'],
      devices: [{ name: 'desktop', count: 2 }],
      pages: [{ page: 2, views: 1, totalSeconds: 3 }],
      completion: 0.25,
    });
    expect(ofCountry.analytics.map(({ country }) => country)).toEqual(['United States', 'United States']);
    expect(ofCountry.series.at(-1)?.views).toBe(2);
    const unknown = await analytics.report(file, null, { country: '' });
    expect(unknown).toMatchObject({ summary: { totalViews: 1 }, pages: [], completion: 0 });
    const ofLink = await analytics.report(file, null, { country: 'US', link: linkId, from: afterNoon(60) });
    expect(ofLink).toMatchObject({ summary: { totalViews: 1 }, pages: [] });
    const ofNoVisit = await analytics.report(file, null, { country: 'FR', from: afterNoon(-60) });
    expect(ofNoVisit).toMatchObject({
      summary: { totalViews: 0, firstView: null },
      analytics: [],
      series: [],
    });
  });

  it('narrows every part of a report to a time, to the second', async () => {
    const file = await analytics.upload();
    for (const minute of [0, 1, 90, 60 * 24, 60 * 24 * 3 + 5])
      await analytics.visit(file.fileId, {
        accessedAt: afterNoon(minute),
        address: `192.0.2.${minute % 250}`,
      });
    const between = (from: number | null, to: number | null) =>
      analytics.report(file, null, {
        from: from === null ? null : afterNoon(from),
        to: to === null ? null : afterNoon(to),
      });
    const views = async (from: number | null, to: number | null) => {
      const { summary, analytics: entries, series, devices } = await between(from, to);
      expect(entries).toHaveLength(summary.totalViews);
      expect(series.at(-1)?.views ?? 0).toBe(summary.totalViews);
      expect(devices.reduce((sum, { count }) => sum + count, 0)).toBe(summary.totalViews);
      expect(summary.uniqueVisitors).toBe(summary.totalViews);
      return summary.totalViews;
    };

    await expect(views(0.5, null)).resolves.toBe(4);
    await expect(views(null, 1)).resolves.toBe(1);
    await expect(views(1, 91)).resolves.toBe(2);
    await expect(views(1, 60 * 24 * 3)).resolves.toBe(3);
    await expect(views(60 * 24 * 10, null)).resolves.toBe(0);
    await expect(views(5, 5)).resolves.toBe(0);
  });

  it('keeps no address of a visitor who asks not to be tracked', async () => {
    const file = await analytics.upload();
    await analytics.visit(file.fileId, { address: AMERICAN, hidesAddress: true });

    expect((await analytics.report(file)).analytics).toMatchObject([
      { ipAddress: '', country: 'United States', city: '', region: '' },
    ]);
  });

  it('stores estimates of many visitors as they are, because compressing them takes longer than the visit', async () => {
    const file = await analytics.upload();
    const visits = Array.from({ length: 520 }, (_, n) =>
      analytics.visitMessage(file.fileId, { userAgent: `Browser ${n}` }),
    );
    await analytics.service.get<VisitEntryConsumer>(VisitEntryConsumer).filesAccessed(visits);

    const stored: unknown = await analytics.database.query(
      `SELECT DISTINCT length(visitors), pg_column_compression(visitors) AS compression FROM period_views
       WHERE file_id = $1`,
      [file.fileId],
    );
    expect(stored).toEqual([{ length: 4096, compression: null }]);
  });

  it('rolls up entries of earlier versions', async () => {
    const file = await analytics.upload();
    await analytics.visit(file.fileId, { userAgent: CHROME });
    await analytics.database.query('DELETE FROM period_views WHERE file_id = $1', [file.fileId]);
    await analytics.database.query(
      "UPDATE entries SET visitor = NULL, link_id = NULL, device = '' WHERE file_id = $1",
      [file.fileId],
    );
    const sweep = analytics.service.get<EntryRollUpSweep>(EntryRollUpSweep);
    await Promise.all([sweep.sweep(), sweep.sweep()]);

    expect(await analytics.report(file)).toMatchObject({
      summary: { totalViews: 1 },
      devices: [{ name: 'desktop', count: 1 }],
      links: [{ name: 'First link', count: 1 }],
    });
  });
});
