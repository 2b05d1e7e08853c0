import { randomUUID } from 'node:crypto';
import { linkChanged } from '@waybill/contracts';
import { visitFilterQuery } from '@waybill/contracts/http';
import { afterNoon, AnalyticsUnderTest } from '../testing/analytics-under-test.js';
import { countVisits } from '../testing/many-visits.js';

describe('ReportService', () => {
  let analytics: AnalyticsUnderTest;

  beforeAll(async () => {
    analytics = await AnalyticsUnderTest.start();
  });
  afterAll(() => analytics.close());

  async function visitAt(fileId: string, minutes: number[]) {
    await Promise.all(minutes.map((minute) => analytics.visit(fileId, { accessedAt: afterNoon(minute) })));
  }

  it.each([
    ['earliest', '0000-01-01T00:00:00Z', 1],
    ['latest', '9999-12-31T23:59:59Z', 0],
  ])('reports the visits since the %s time that a caller can ask for', async (_, from, totalViews) => {
    const file = await analytics.upload();
    await visitAt(file.fileId, [10]);

    const { summary } = await analytics.report(file, null, { from: visitFilterQuery.parse({ from }).from });
    expect(summary.totalViews).toBe(totalViews);
  });

  it('draws one point per view, in order of time, for a file with few views', async () => {
    const file = await analytics.upload();
    await visitAt(file.fileId, [30, 10, 20]);

    expect((await analytics.report(file)).series).toEqual([
      { at: afterNoon(10), views: 1 },
      { at: afterNoon(20), views: 2 },
      { at: afterNoon(30), views: 3 },
    ]);
  });

  it('draws many views by the hour, from the first view to the total', async () => {
    const file = await analytics.upload();
    await visitAt(file.fileId, [...Array.from({ length: 100 }, (_, index) => index % 50), 130]);

    expect((await analytics.report(file)).series).toEqual([
      { at: afterNoon(0), views: 1 },
      { at: afterNoon(49), views: 100 },
      { at: afterNoon(130), views: 101 },
    ]);
  });

  it('draws many views of a part of an hour by ten minutes, up to the total', async () => {
    const file = await analytics.upload();
    await visitAt(file.fileId, [
      5,
      ...Array.from({ length: 60 }, () => 8),
      ...Array.from({ length: 41 }, () => 12),
    ]);

    const { series } = await analytics.report(file, null, { from: afterNoon(6), to: afterNoon(50) });
    expect(series).toEqual([
      { at: afterNoon(8), views: 60 },
      { at: afterNoon(12), views: 101 },
    ]);
  });

  it('draws the views before and after the whole hours of a range in their places', async () => {
    const file = await analytics.upload();
    await visitAt(file.fileId, [40, ...Array.from({ length: 99 }, () => 70), 125]);

    const { series } = await analytics.report(file, null, { from: afterNoon(30), to: afterNoon(150) });
    expect(series).toEqual([
      { at: afterNoon(40), views: 1 },
      { at: afterNoon(70), views: 100 },
      { at: afterNoon(125), views: 101 },
    ]);
  });

  it('counts each of thousands of visits of a part of an hour once, also those of one instant', async () => {
    const { fileId, userId } = await analytics.upload();
    await analytics.database.query(
      `INSERT INTO entries (id, file_id, accessed_at, address, country_code, region, city, user_agent, browser, referer)
       SELECT gen_random_uuid(), $1,
              timestamptz '2026-01-01 12:05Z' + greatest(0, turn - 1500) * interval '0.000123 seconds',
              '192.0.2.1', 'DE', '', '', '', '', ''
       FROM generate_series(1, 2600) AS turn`,
      [fileId],
    );
    const { summary } = await analytics.report({ fileId, userId }, null, {
      from: afterNoon(1),
      to: afterNoon(50),
    });

    expect(summary.totalViews).toBe(2600);
  });

  it('shows the visits by links beyond a thousand together as Other, of all time and of a range', async () => {
    const file = await analytics.upload();
    const linkId = '00000000-0000-7000-8000-000000000001';
    await analytics.service.publish(linkChanged, linkId, {
      linkId,
      version: 1,
      fileId: file.fileId,
      bundleId: null,
      slug: 'for-grace',
      name: 'For Grace',
      notify: true,
      isActive: true,
      isRevoked: false,
    });
    const others = Array.from({ length: 1001 }, () => ({ linkId: randomUUID(), accessedAt: afterNoon(2) }));
    const byGrace = { linkId, accessedAt: afterNoon(1) };
    await countVisits(analytics, file.fileId, [...Array.from({ length: 5 }, () => byGrace), ...others]);

    for (const to of [null, afterNoon(60), afterNoon(3)]) {
      const { links } = await analytics.report(file, null, { from: to && afterNoon(0), to });
      expect(links[0]).toEqual({ name: 'For Grace', count: 5 });
      expect(links.slice(1, 3).map(({ name }) => name)).toEqual(['Other', 'Unknown']);
    }
  });

  it('keeps the count of a link while visits by more than a thousand others arrive', async () => {
    const file = await analytics.upload();
    // The last in the order of the database.
    const linkId = 'ffffffff-0000-7000-8000-000000000001';
    await analytics.service.publish(linkChanged, linkId, {
      linkId,
      version: 1,
      fileId: file.fileId,
      bundleId: null,
      slug: 'for-ada',
      name: 'For Ada',
      notify: true,
      isActive: true,
      isRevoked: false,
    });
    const byAnother = () => ({ linkId: randomUUID(), accessedAt: afterNoon(1) });
    const byAda = { linkId, accessedAt: afterNoon(1) };
    await countVisits(analytics, file.fileId, [
      ...Array.from({ length: 5 }, () => byAda),
      ...Array.from({ length: 999 }, byAnother),
    ]);
    for (let n = 0; n < 3; n++) await countVisits(analytics, file.fileId, [byAnother()]);
    const { links } = await analytics.report(file, null, {});
    expect(links.slice(0, 2)).toEqual([
      { name: 'For Ada', count: 5 },
      { name: 'Other', count: 3 },
    ]);
  });

  it('returns every entry once, newest first, while new entries arrive', async () => {
    const file = await analytics.upload();
    // Three visits per minute, so that a page ends between visits of the same time.
    await visitAt(
      file.fileId,
      Array.from({ length: 240 }, (_, index) => Math.floor(index / 3)),
    );
    const seen: { id: string; accessedAt: string }[] = [];
    let cursor: string | null = null;
    do {
      const page = await analytics.report(file, cursor);
      seen.push(...page.analytics);
      cursor = page.nextCursor;
      await visitAt(file.fileId, [1000]);
    } while (cursor);

    expect(new Set(seen.map(({ id }) => id)).size).toBe(240);
    const times = seen.map(({ accessedAt }) => accessedAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('returns no next page after exactly one full page', async () => {
    const file = await analytics.upload();
    await visitAt(
      file.fileId,
      Array.from({ length: 100 }, (_, index) => index),
    );
    const { analytics: entries, nextCursor } = await analytics.report(file);

    expect([entries.length, nextCursor]).toEqual([100, null]);
  });

  it('refuses a malformed cursor with request.invalid', async () => {
    const file = await analytics.upload();

    await expect(analytics.report(file, 'nonsense')).rejects.toMatchObject({
      code: 'request.invalid',
      errors: [{ field: 'cursor' }],
    });
  });
});
