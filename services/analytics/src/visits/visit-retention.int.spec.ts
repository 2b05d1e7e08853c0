import { AnalyticsUnderTest, afterNoon } from '../testing/analytics-under-test.js';
import { VisitRetentionSweep } from './visit-retention.sweep.js';

const DAY_MINUTES = 24 * 60;

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

  it('deletes nothing without a retention period', async () => {
    analytics = await AnalyticsUnderTest.start();
    const file = await visitThreeTimes();
    await analytics.service.get(VisitRetentionSweep).sweep();

    expect((await analytics.report(file)).analytics).toHaveLength(3);
  });
});
