import { randomUUID } from 'node:crypto';
import { fileDeleted } from '@waybill/contracts';
import { afterNoon, AnalyticsUnderTest } from '../testing/analytics-under-test.js';
import { countVisits, numbersFrom, readPages, type Visit } from '../testing/many-visits.js';
import { SplitPeriods1795424400000 } from '../database/migrations/1795424400000-split-periods.js';
import { EntryRollUpSweep } from './entry-roll-up.sweep.js';
import { BusyPeriodSweep } from './busy-period.sweep.js';
import { VisitRetentionSweep } from './visit-retention.sweep.js';

type Filter = NonNullable<Parameters<AnalyticsUnderTest['report']>[2]>;

/** The hour from 09:00 to 10:00 is settled at noon, and the one from 11:00 is not. */
const HOUR = -180;
const LINK = '0190a5d4-0000-7000-8000-000000000001';
const GERMAN = '5.9.0.1';
const AMERICAN = '8.8.8.8';

describe('BusyPeriodSweep', () => {
  let analytics: AnalyticsUnderTest;
  afterEach(() => analytics.close());

  const rows = <T = { n: number }>(query: string, parameters: unknown[] = []) =>
    analytics.database.query<T[]>(query, parameters);
  const partsOf = async (fileId: string) =>
    Object.fromEntries(
      (
        await rows<{ grain: string; n: number }>(
          `SELECT grain, sum(views)::int AS n FROM period_views
           WHERE file_id = $1 AND grain IN ('10 minutes', 'minute', '10 seconds')
             AND link_id = '00000000-0000-0000-0000-000000000000' GROUP BY 1`,
          [fileId],
        )
      ).map(({ grain, n }) => [grain, n]),
    );

  const visit = (fileId: string, visits: readonly Partial<Visit>[]) => countVisits(analytics, fileId, visits);

  /** Visits around the hour, with enough in one minute to split it too, most of them within ten seconds. */
  function burst(next: () => number): Partial<Visit>[] {
    const minutes = [
      ...Array.from({ length: 300 }, () => HOUR - 20 + next() * 100),
      ...Array.from({ length: 120 }, () => HOUR + 20 + next()),
      ...Array.from({ length: 280 }, () => HOUR + 20.5 + next() / 6),
    ];
    return minutes.map((minute) => ({
      accessedAt: afterNoon(minute),
      address: [AMERICAN, GERMAN, `192.0.2.${Math.floor(next() * 250)}`][Math.floor(next() * 3)],
      userAgent: `Browser ${Math.floor(next() * 5)}`,
      referer: next() < 0.5 ? '' : 'https://news.example/',
      isBot: next() < 0.2,
      ...(next() < 0.4 && { linkId: LINK }),
    }));
  }

  function filters(next: () => number, count: number): Filter[] {
    const anyOf = <T>(values: readonly T[]) => values[Math.floor(next() * values.length)] as T;
    return Array.from({ length: count }, () => {
      const spread = anyOf([100, 12, 1.2]);
      const ends = [next(), next()].map((at) => HOUR + 20.5 + (at - 0.5) * spread).sort((a, b) => a - b);
      return {
        from: next() < 0.1 ? null : afterNoon(ends[0] ?? 0),
        to: next() < 0.1 ? null : afterNoon(ends[1] ?? 0),
        link: anyOf([null, null, LINK]),
        country: anyOf([null, null, 'DE', 'US']),
        includeBots: next() < 0.3,
      };
    });
  }

  it('changes no report of any time and filter, also of late visits and late reading', async () => {
    analytics = await AnalyticsUnderTest.start();
    const sweep = analytics.service.get<BusyPeriodSweep>(BusyPeriodSweep);
    // Ignores the timer: on a busy machine, its next run would come before the first reports.
    jest.spyOn(sweep, 'wake').mockReturnValue();
    const file = await analytics.upload();
    const next = numbersFrom(11);
    const ids = await visit(file.fileId, burst(next));
    const readSome = async (visits: readonly string[]) => {
      for (const id of visits)
        await readPages(analytics, file.fileId, id, [
          { page: 1 + Math.floor(next() * 4), ms: Math.floor(next() * 20_000) },
          { page: 5, ms: 700 },
        ]);
    };
    await readSome(ids.filter((_, index) => index % 9 === 0));
    const asked = filters(next, 60);
    const reports = async () => {
      const answers = [];
      for (const filter of asked) answers.push(await analytics.report(file, null, filter));
      return answers;
    };

    const before = await reports();
    expect(await partsOf(file.fileId)).toEqual({});
    await Promise.all([sweep.sweep(), sweep.sweep()]);
    expect(Object.keys(await partsOf(file.fileId)).sort()).toEqual(['10 minutes', '10 seconds', 'minute']);
    expect(await reports()).toEqual(before);

    const late = await visit(file.fileId, burst(next).slice(200, 500));
    await readSome([...late.slice(0, 30), ...ids.filter((_, index) => index % 13 === 0)]);
    await sweep.sweep();
    const after = await reports();
    expect(after).not.toEqual(before);
    await rows(
      "UPDATE split_periods SET due_at = 'infinity' WHERE grain IN ('hour', '10 minutes', 'minute')",
    );
    expect(after).toEqual(await reports());
  }, 180_000);

  it('reads at most some hundred entries at the ends of a time', async () => {
    analytics = await AnalyticsUnderTest.start();
    const file = await analytics.upload();
    await visit(
      file.fileId,
      Array.from({ length: 900 }, (_, index) => ({ accessedAt: afterNoon(HOUR + index / 20) })),
    );
    await analytics.service.get<BusyPeriodSweep>(BusyPeriodSweep).sweep();
    // Leaves these visits to the roll-ups, apart from the few around the ends.
    await rows(
      "DELETE FROM entries WHERE accessed_at >= '2026-01-01 09:10Z' AND accessed_at < '2026-01-01 09:30Z'",
    );

    const { summary } = await analytics.report(file, null, {
      from: afterNoon(HOUR + 5),
      to: afterNoon(HOUR + 35),
    });
    expect(summary.totalViews).toBe(600);
  });

  it('leaves hours of few visits and hours that are not over for an hour as they are', async () => {
    analytics = await AnalyticsUnderTest.start();
    const [few, current] = [await analytics.upload(), await analytics.upload()];
    await visit(
      few.fileId,
      Array.from({ length: 250 }, () => ({ accessedAt: afterNoon(HOUR) })),
    );
    await visit(
      current.fileId,
      Array.from({ length: 400 }, () => ({ accessedAt: afterNoon(-50) })),
    );
    await analytics.service.get<BusyPeriodSweep>(BusyPeriodSweep).sweep();

    expect([await partsOf(few.fileId), await partsOf(current.fileId)]).toEqual([{}, {}]);
    const due = await rows("SELECT due_at, file_id FROM split_periods WHERE grain = 'hour'");
    expect(due).toEqual([{ file_id: current.fileId, due_at: new Date(afterNoon(60)) }]);
  });

  it('splits the hours with many visits of the version before', async () => {
    analytics = await AnalyticsUnderTest.start();
    const file = await analytics.upload();
    await visit(
      file.fileId,
      Array.from({ length: 300 }, () => ({ accessedAt: afterNoon(HOUR) })),
    );
    const runner = analytics.database.createQueryRunner();
    const migration = new SplitPeriods1795424400000();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    const [noted] = await rows<{ grain: string; isLater: boolean }>(
      `SELECT grain, due_at > now() + interval '59 minutes' AS "isLater" FROM split_periods`,
    );
    expect(noted).toEqual({ grain: 'hour', isLater: true });
    await rows('UPDATE split_periods SET due_at = $1', [afterNoon(0)]);
    await analytics.service.get<BusyPeriodSweep>(BusyPeriodSweep).sweep();

    expect(await partsOf(file.fileId)).toEqual({ '10 minutes': 300, minute: 300, '10 seconds': 300 });
  });

  it('counts an entry of an earlier version in the parts of its hour once it is rolled up', async () => {
    analytics = await AnalyticsUnderTest.start();
    const file = await analytics.upload();
    await visit(
      file.fileId,
      Array.from({ length: 300 }, () => ({ accessedAt: afterNoon(HOUR) })),
    );
    await rows('UPDATE entries SET visitor = NULL WHERE id IN (SELECT id FROM entries LIMIT 20)');
    await analytics.service.get<BusyPeriodSweep>(BusyPeriodSweep).sweep();
    expect(await partsOf(file.fileId)).toMatchObject({ '10 minutes': 280 });
    await analytics.service.get<EntryRollUpSweep>(EntryRollUpSweep).sweep();

    expect(await partsOf(file.fileId)).toEqual({ '10 minutes': 300, minute: 300, '10 seconds': 300 });
  });

  it('deletes the parts of hours with their entries, and with their file', async () => {
    analytics = await AnalyticsUnderTest.start(undefined, 1);
    const [old, kept] = [await analytics.upload(), await analytics.upload()];
    const DAY = 24 * 60;
    for (const [{ fileId }, minute] of [
      [old, HOUR - DAY],
      [kept, HOUR],
    ] as const) {
      const ids = await visit(
        fileId,
        Array.from({ length: 300 }, () => ({ accessedAt: afterNoon(minute), visitId: randomUUID() })),
      );
      await readPages(analytics, fileId, ids[0] ?? '', [{ page: 1, ms: 900 }]);
    }
    await analytics.service.get<BusyPeriodSweep>(BusyPeriodSweep).sweep();
    expect(await partsOf(old.fileId)).toMatchObject({ '10 seconds': 300 });
    await analytics.service.get<VisitRetentionSweep>(VisitRetentionSweep).sweep();

    expect(await partsOf(old.fileId)).toEqual({});
    expect(await partsOf(kept.fileId)).toMatchObject({ '10 seconds': 300 });
    const left = () =>
      rows<{ file_id: string; n: number }>(
        `SELECT file_id, count(*)::int AS n FROM split_periods WHERE grain IN ('hour', '10 minutes', 'minute') GROUP BY 1 UNION ALL
         SELECT file_id, count(*)::int FROM period_pages WHERE grain = 'minute' AND page = 1 GROUP BY 1`,
      );
    expect(await left()).toEqual([
      { file_id: kept.fileId, n: 3 },
      { file_id: kept.fileId, n: 4 },
    ]);
    await analytics.service.publish(fileDeleted, kept.fileId, { fileId: kept.fileId });
    expect([await partsOf(kept.fileId), await left()]).toEqual([{}, []]);
  });
});
