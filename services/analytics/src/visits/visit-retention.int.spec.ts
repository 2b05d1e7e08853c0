import { randomUUID } from 'node:crypto';
import { AnalyticsUnderTest, afterNoon } from '../testing/analytics-under-test.js';
import { OLDEST_ENTRIES, VisitRetentionSweep } from './visit-retention.sweep.js';

const DAY_MINUTES = 24 * 60;
/** Upper bound of 8 KiB pages read by one search for old entries. An index of 40,000 entries has 200. */
const BUFFERS = 30;

describe('VisitRetentionSweep', () => {
  let analytics: AnalyticsUnderTest;
  afterEach(() => analytics.close());

  async function visitThreeTimes() {
    const file = await analytics.upload();
    for (const days of [-31, -29, 0]) {
      await analytics.visit(file.fileId, { accessedAt: afterNoon(days * DAY_MINUTES) });
    }
    return file;
  }

  it('deletes entries older than the retention period and keeps totals and curve', async () => {
    analytics = await AnalyticsUnderTest.start(undefined, 30);
    const file = await visitThreeTimes();
    await analytics.service.get(VisitRetentionSweep).sweep();

    const { analytics: entries, summary, series, countries } = await analytics.report(file);
    expect(entries.map(({ accessedAt }) => accessedAt)).toEqual([afterNoon(0), afterNoon(-29 * DAY_MINUTES)]);
    expect(summary).toMatchObject({ totalViews: 3, firstView: afterNoon(-31 * DAY_MINUTES) });
    expect(countries).toEqual([{ country: 'Unknown', count: 3 }]);
    expect(series.at(-1)).toEqual({ at: afterNoon(0), views: 3 });
  });

  it('keeps the curve of a narrowed report up to its last view', async () => {
    analytics = await AnalyticsUnderTest.start(undefined, 30);
    const file = await visitThreeTimes();
    await analytics.service.get(VisitRetentionSweep).sweep();

    const { series } = await analytics.report(file, null, { to: afterNoon(30) });
    expect(series).toEqual([
      { at: afterNoon(-31 * DAY_MINUTES), views: 1 },
      { at: afterNoon(-29 * DAY_MINUTES), views: 2 },
      { at: afterNoon(0), views: 3 },
    ]);
  });

  it('says when the first view of a narrowed report was, also where its entry was deleted', async () => {
    analytics = await AnalyticsUnderTest.start(undefined, 30);
    const file = await visitThreeTimes();
    await analytics.service.get(VisitRetentionSweep).sweep();

    for (const filter of [{ to: afterNoon(-30 * DAY_MINUTES) }, { link: file.fileId }]) {
      const { summary } = await analytics.report(file, null, filter);
      expect(summary.firstView).toBe(afterNoon(-31 * DAY_MINUTES));
    }
  });

  it('searches for old entries without reading the newer ones that reuse their pages', async () => {
    analytics = await AnalyticsUnderTest.start(undefined, 30);
    // Every page has old and new entries, as after months of deletions and visits.
    await analytics.database.query(
      `INSERT INTO entries (id, file_id, accessed_at, address, country_code, city, user_agent, browser, referer,
         visitor)
       SELECT gen_random_uuid(), md5((turn / 4)::text)::uuid,
              $1::timestamptz - turn % 60 * interval '1 day',
              '192.0.2.1', 'DE', '', '', '', '', '\\x01020304050607080102030405060708'
       FROM generate_series(1, $2::int) AS turn`,
      [afterNoon(0), 80_000],
    );
    await analytics.service.get(VisitRetentionSweep).sweep();
    await analytics.database.query('VACUUM ANALYZE entries');

    const [row] = await analytics.database.query(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${OLDEST_ENTRIES}`,
      [afterNoon(-30 * DAY_MINUTES), 10_000],
    );
    const plan: Record<string, number> = row['QUERY PLAN'][0].Plan;
    expect(plan['Actual Rows']).toBe(0);
    expect((plan['Shared Hit Blocks'] ?? NaN) + (plan['Shared Read Blocks'] ?? NaN)).toBeLessThan(BUFFERS);
  });

  it('does not delete a backlog to its end while the process shuts down', async () => {
    analytics = await AnalyticsUnderTest.start(undefined, 30);
    const sweep = analytics.service.get<VisitRetentionSweep>(VisitRetentionSweep);
    await sweep.onModuleDestroy();
    await analytics.database.query(
      `INSERT INTO entries (id, file_id, accessed_at, address, country_code, city, user_agent, browser, referer, visitor)
       SELECT gen_random_uuid(), $1, $2, '192.0.2.1', 'DE', '', '', '', '', '' FROM generate_series(1, 10_001)`,
      [randomUUID(), afterNoon(-31 * DAY_MINUTES)],
    );
    await sweep.sweep();

    expect(await analytics.database.query('SELECT FROM entries')).toHaveLength(1);
  });

  it('deletes nothing without a retention period', async () => {
    analytics = await AnalyticsUnderTest.start();
    const file = await visitThreeTimes();
    await analytics.service.get(VisitRetentionSweep).sweep();

    expect((await analytics.report(file)).analytics).toHaveLength(3);
  });
});
