import { fileDeleted } from '@waybill/contracts';
import { SumBusyDays1795440000000 } from '../database/migrations/1795440000000-sum-busy-days.js';
import { afterNoon, AnalyticsUnderTest } from '../testing/analytics-under-test.js';
import { countVisits, numbersFrom, readPages, type Visit } from '../testing/many-visits.js';
import { BusyPeriodSweep } from './busy-period.sweep.js';
import { VisitRetentionSweep } from './visit-retention.sweep.js';

type Filter = NonNullable<Parameters<AnalyticsUnderTest['report']>[2]>;

const DAY = 24 * 60;
const LINKS = Array.from({ length: 40 }, (_, n) => `0190a5d4-0000-7000-8000-0000000000${10 + n}`);

describe('sums of busy days', () => {
  let analytics: AnalyticsUnderTest;
  afterEach(() => analytics.close());

  const rows = <T = { n: number }>(query: string, parameters: unknown[] = []) =>
    analytics.database.query<T[]>(query, parameters);
  const sumsOf = async (fileId: string) =>
    (
      await rows<{ grain: string; starts_at: Date }>(
        `SELECT grain, starts_at FROM period_views WHERE file_id = $1 AND grain IN ('7 days', '6 hours') AND NOT is_bot
           AND link_id = '00000000-0000-0000-0000-000000000000' ORDER BY starts_at, grain`,
        [fileId],
      )
    ).map((sum) => `${sum.grain} from ${sum.starts_at.toISOString().slice(0, 13)}`);
  const sweep = () => analytics.service.get<BusyPeriodSweep>(BusyPeriodSweep).sweep();
  /** Days before noon of 1 January. Weeks of sums begin on 4, 11, 18 and 25 December. */
  const visitsOf = (days: number, count: number): Partial<Visit>[] =>
    Array.from({ length: count }, (_, n) => ({ accessedAt: afterNoon(-days * DAY + (n % 300)) }));

  it('sums of busy days change no report of any time and filter, also of late visits and late reading', async () => {
    analytics = await AnalyticsUnderTest.start();
    const file = await analytics.upload();
    const next = numbersFrom(7);
    const anyOf = <T>(values: readonly T[]) => values[Math.floor(next() * values.length)] as T;
    const visits = (count: number, fromDay: number, days: number): Partial<Visit>[] =>
      Array.from({ length: count }, () => ({
        accessedAt: afterNoon(-(fromDay - next() * days) * DAY),
        address: anyOf(['8.8.8.8', '5.9.0.1', `192.0.2.${Math.floor(next() * 250)}`]),
        userAgent: `Browser ${Math.floor(next() * 9)}`,
        isBot: next() < 0.2,
        ...(next() < 0.6 && { linkId: anyOf(LINKS) }),
      }));
    const readSome = async (ids: readonly string[]) => {
      for (const id of ids)
        await readPages(analytics, file.fileId, id, [
          { page: 1 + Math.floor(next() * 4), ms: Math.floor(next() * 20_000) },
        ]);
    };
    const ids = [
      ...(await countVisits(analytics, file.fileId, visits(600, 18.4, 0.9))),
      ...(await countVisits(analytics, file.fileId, visits(500, 11.4, 0.9))),
      ...(await countVisits(analytics, file.fileId, visits(200, 24, 20))),
    ];
    await readSome(ids.filter((_, index) => index % 12 === 0));
    const asked = Array.from({ length: 50 }, (): Filter => {
      const ends = [next(), next()].map((at) => -at * 25 * DAY).sort((a, b) => a - b);
      return {
        from: next() < 0.15 ? null : afterNoon(ends[0] ?? 0),
        to: next() < 0.15 ? null : afterNoon(ends[1] ?? 0),
        link: anyOf([null, null, ...LINKS.slice(0, 2)]),
        country: anyOf([null, null, 'DE', 'US']),
        includeBots: next() < 0.3,
      };
    });
    const reports = async () => {
      const answers = [];
      for (const filter of asked) answers.push(await analytics.report(file, null, filter));
      return answers;
    };

    const before = await reports();
    await Promise.all([sweep(), sweep()]);
    expect((await sumsOf(file.fileId)).filter((sum) => sum.startsWith('7 days'))).toHaveLength(2);
    expect(await reports()).toEqual(before);

    const late = await countVisits(analytics, file.fileId, visits(80, 18.4, 8));
    await readSome([...late.slice(0, 10), ...ids.filter((_, index) => index % 31 === 0)]);
    await sweep();
    const after = await reports();
    expect(after).not.toEqual(before);
    await rows("UPDATE split_periods SET due_at = 'infinity' WHERE grain IN ('7 days', '6 hours')");
    expect(after).toEqual(await reports());
  }, 180_000);

  it('sums of busy days are read instead of the days and hours that they add up', async () => {
    analytics = await AnalyticsUnderTest.start();
    const file = await analytics.upload();
    const ids = await countVisits(analytics, file.fileId, visitsOf(10, 300));
    await readPages(analytics, file.fileId, ids[0] ?? '', [{ page: 1, ms: 4000 }]);
    await sweep();
    // 22 December, 12:00 to 17:00.
    expect(await sumsOf(file.fileId)).toEqual(['7 days from 2025-12-18T00', '6 hours from 2025-12-22T12']);
    const report = (from: number, to: number) =>
      analytics.report(file, null, { from: afterNoon(from * DAY), to: afterNoon(to * DAY) });
    const reading = [{ page: 1, views: 1, totalSeconds: 4, medianSeconds: 4 }];

    await rows("DELETE FROM period_views WHERE grain = 'day'");
    await rows("DELETE FROM period_pages WHERE grain = 'day'");
    expect(await report(-16, -3)).toMatchObject({ summary: { totalViews: 300 }, pages: reading });
    await rows("DELETE FROM period_views WHERE grain = 'hour'");
    await rows("DELETE FROM period_pages WHERE grain = 'hour'");
    expect(await report(-10.25, -9.75)).toMatchObject({ summary: { totalViews: 300 }, pages: reading });
  });

  it('sums are not made of days with few visits, and only when their time has been over for an hour', async () => {
    analytics = await AnalyticsUnderTest.start();
    const [few, current] = [await analytics.upload(), await analytics.upload()];
    await countVisits(analytics, few.fileId, visitsOf(10, 250));
    // This morning, from 04:00 to 09:00: six hours end at noon.
    await countVisits(analytics, current.fileId, visitsOf(8 / 24, 300));
    await sweep();

    expect(await sumsOf(few.fileId)).toEqual([]);
    expect(await sumsOf(current.fileId)).toEqual(['6 hours from 2026-01-01T00']);
    const due = await rows<{ grain: string; due_at: Date }>(
      'SELECT grain, due_at FROM split_periods WHERE due_at > $1 ORDER BY due_at',
      [afterNoon(0)],
    );
    expect(due).toEqual([
      { grain: '6 hours', due_at: new Date('2026-01-01T13:00Z') },
      { grain: '6 hours', due_at: new Date('2026-01-01T19:00Z') },
      { grain: '6 hours', due_at: new Date('2026-01-02T01:00Z') },
      { grain: '7 days', due_at: new Date('2026-01-08T01:00Z') },
    ]);
  });

  it('sums are made of the days with many visits of the version before', async () => {
    analytics = await AnalyticsUnderTest.start();
    const file = await analytics.upload();
    await countVisits(analytics, file.fileId, visitsOf(10, 300));
    const runner = analytics.database.createQueryRunner();
    const migration = new SumBusyDays1795440000000();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    const noted = await rows<{ grain: string; n: number; isLater: boolean }>(
      `SELECT grain, count(*)::int AS n, min(due_at) > now() + interval '59 minutes' AS "isLater" FROM split_periods
       WHERE grain IN ('7 days', '6 hours') GROUP BY 1 ORDER BY 1`,
    );
    expect(noted).toEqual([
      { grain: '6 hours', n: 4, isLater: true },
      { grain: '7 days', n: 1, isLater: true },
    ]);
    await rows('UPDATE split_periods SET due_at = $1', [afterNoon(0)]);
    await sweep();

    expect(await sumsOf(file.fileId)).toEqual(['7 days from 2025-12-18T00', '6 hours from 2025-12-22T12']);
  });

  it('sums of busy days stay when their entries are deleted by age, and are deleted with their file', async () => {
    analytics = await AnalyticsUnderTest.start(undefined, 1);
    const file = await analytics.upload();
    await countVisits(analytics, file.fileId, visitsOf(10, 300));
    await sweep();
    await analytics.service.get<VisitRetentionSweep>(VisitRetentionSweep).sweep();
    const { summary } = await analytics.report(file, null, { from: '2025-12-15T00:00:00Z' });
    expect(summary.totalViews).toBe(300);
    expect(await sumsOf(file.fileId)).toHaveLength(2);

    await analytics.service.publish(fileDeleted, file.fileId, { fileId: file.fileId });
    expect(await sumsOf(file.fileId)).toEqual([]);
    expect(await rows('SELECT grain FROM split_periods')).toEqual([]);
  });
});
