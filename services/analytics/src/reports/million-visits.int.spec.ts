import { EVERY_LINK } from '../roll-ups/scope.js';
import { AnalyticsUnderTest } from '../testing/analytics-under-test.js';
import {
  COUNTRIES,
  entriesPage,
  exactSeries,
  HOURLY_SERIES,
  NEWEST,
  tenMinuteSeries,
} from './report-queries.js';
import { entriesBefore, entriesFrom } from './entry-range.js';
import { entryCondition } from './visit-filter.js';

const MILLION = 1_000_000;
/** Condition on entries of a report without a filter. */
const ALL = 'entries.file_id = $1 AND NOT is_bot';
const PAGE = entriesPage(ALL, [2, 3, 4], true);
/** Without the pages of each visit, of which there are at most 500 to sort. */
const ENTRIES_ALONE = entriesPage(ALL, [2, 3, 4], false);
/** Upper bound of 8 KiB pages read by one query. Reading a million entries takes about twenty thousand. */
const BUFFERS = 400;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: Plan[];
}

describe('ReportService with a million visits', () => {
  let analytics: AnalyticsUnderTest;
  let file: { fileId: string; userId: string };

  beforeAll(async () => {
    analytics = await AnalyticsUnderTest.start();
    file = await analytics.upload();
    await fill(file.fileId);
  });
  afterAll(() => analytics.close());

  /**
   * Inserts a year of visits, one every 31 seconds, with the roll-ups that VisitRepository would have written. Indexes
   * are built afterwards, which takes a fifth of the time.
   */
  async function fill(fileId: string) {
    const { database } = analytics;
    const indexes: { name: string; definition: string }[] = await database.query(
      `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
       WHERE indrelid = 'entries'::regclass AND NOT indisprimary`,
    );
    for (const { name } of indexes) await database.query(`DROP INDEX ${name}`);
    await database.query(
      `INSERT INTO entries (id, file_id, accessed_at, address, country_code, city, user_agent, browser, referer,
         device, system, browser_family, link_id, visitor)
       SELECT lpad(to_hex(turn), 32, '0')::uuid, $1, timestamptz '2026-01-01 12:00Z' + turn * interval '31 seconds',
              '192.0.2.1', (ARRAY['DE', 'FR', 'US', ''])[1 + turn % 4], '', '', '', '', 'desktop', 'Linux', 'Firefox',
              $1, '\\x01020304050607080102030405060708'
       FROM generate_series(1, $2::int) AS turn`,
      [fileId, MILLION],
    );
    for (const { definition } of indexes) await database.query(definition);
    await database.query(
      `INSERT INTO hourly_views
       SELECT file_id, date_trunc('hour', accessed_at), count(*), max(accessed_at) FROM entries
       GROUP BY 1, 2 ORDER BY 1, 2`,
    );
    for (const grain of ['day', 'hour'])
      await database.query(
        `INSERT INTO period_views
         SELECT file_id, link.id, false, '${grain}', starts_at, views, 0, 0, last_view_at, '\\x0102030405060708', counts
         FROM (
           SELECT file_id, date_trunc('${grain}', accessed_at, 'UTC') AS starts_at, count(*) AS views,
                  max(accessed_at) AS last_view_at, json_build_object(
                    'country', json_build_object('DE', count(*) FILTER (WHERE country_code = 'DE'),
                      'FR', count(*) FILTER (WHERE country_code = 'FR'),
                      'US', count(*) FILTER (WHERE country_code = 'US'),
                      '', count(*) FILTER (WHERE country_code = '')),
                    'device', json_build_object('desktop', count(*)),
                    'link', json_build_object(file_id, count(*))) AS counts
           FROM entries GROUP BY 1, 2
         ) AS periods CROSS JOIN unnest(ARRAY[$1, file_id]) AS link (id)`,
        [EVERY_LINK],
      );
    await database.query(
      'INSERT INTO country_views SELECT file_id, country_code, count(*) FROM entries GROUP BY 1, 2',
    );
    await database.query(
      `UPDATE records SET total_views = $2, unique_visitors = 1, unique_countries = 3,
         first_view_at = (SELECT min(accessed_at) FROM entries) WHERE file_id = $1`,
      [fileId, MILLION],
    );
    await database.query('VACUUM ANALYZE');
  }

  async function explain(query: string, parameters: unknown[]) {
    const [row] = await analytics.database.query(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`,
      parameters,
    );
    const plan: Plan = row['QUERY PLAN'][0].Plan;
    return { nodes: allNodes(plan), buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
  }

  function allNodes(plan: Plan): Plan[] {
    return [plan, ...(plan.Plans ?? []).flatMap(allNodes)];
  }

  it.each([
    ['the newest entries', PAGE, [NEWEST.createdAt, NEWEST.id, 101]],
    ['entries in the middle', PAGE, ['2026-07-01T00:00:00Z', NEWEST.id, 101]],
    ['the countries', COUNTRIES, []],
    ['the curve by the hour', HOURLY_SERIES, []],
    ['the curve of the first views', exactSeries(ALL), []],
  ])('reads %s without scanning all entries', async (_, query, parameters) => {
    const { nodes, buffers } = await explain(query, [file.fileId, ...parameters]);

    expect(buffers).toBeLessThan(BUFFERS);
    const scans = nodes
      .filter((node) => node['Relation Name'] === 'entries')
      .map((node) => node['Node Type']);
    expect(scans.filter((scan) => !scan.startsWith('Index'))).toEqual([]);
  });

  it.each([null, 'FR'])(
    'reads pages and ends of a narrowed time without the entries around them, country %s',
    async (country) => {
      const [from, to] = ['2026-03-04T05:06:07Z', '2026-10-11T12:13:14Z'].map((time) => new Date(time)) as [
        Date,
        Date,
      ];
      const filter = { fileId: file.fileId, link: null, country, includesBots: false, from, to };
      const cursor = { part: 0, createdAt: new Date('2026-07-01T00:00:00Z'), id: NEWEST.id };
      const lastHour = { ...filter, from: new Date('2026-10-11T12:00:00Z') };
      const ofLastHour: unknown[] = [];
      for (const { text, parameters } of [
        entriesBefore(filter, null, { size: 100, withPages: false }),
        entriesBefore(filter, cursor, { size: 100, withPages: false }),
        entriesFrom(lastHour, null, 1000),
        { text: tenMinuteSeries(entryCondition(lastHour, ofLastHour)), parameters: ofLastHour },
      ]) {
        const { buffers } = await explain(text, [...parameters]);
        expect(buffers).toBeLessThan(BUFFERS);
      }
    },
  );

  it('reads a page of entries without a sort', async () => {
    const { nodes } = await explain(ENTRIES_ALONE, [file.fileId, NEWEST.createdAt, NEWEST.id, 101]);

    expect(nodes.map((node) => node['Node Type']).filter((type) => /Sort/.test(type))).toEqual([]);
  });

  it('draws a curve of at most two hundred points that ends at the total', async () => {
    const { series, summary, countries, analytics: entries } = await analytics.report(file);

    expect(series.length).toBeLessThanOrEqual(200);
    expect(series.length).toBeGreaterThan(150);
    expect(series.at(-1)).toEqual({ at: entries[0]?.accessedAt, views: MILLION });
    expect(series[0]).toEqual({ at: summary.firstView, views: 1 });
    expect(countries).toContainEqual({ country: 'Unknown', count: MILLION / 4 });
    const views = series.map((point) => point.views);
    expect(views).toEqual([...views].sort((a, b) => a - b));
  });

  it('reads a bounded number of entries for a narrowed report', async () => {
    const from = '2026-03-04T05:06:07.000Z';
    const to = '2026-10-11T12:13:14.000Z';
    const counting =
      'SELECT count(*)::int AS views FROM entries WHERE file_id = $1 AND accessed_at >= $2 AND accessed_at < $3';
    const [counted] = await analytics.database.query(counting, [file.fileId, from, to]);
    const logged = jest.spyOn(analytics.database.logger, 'logQuery');
    const report = await analytics.report(file, null, { from, to, link: file.fileId });
    const queries = logged.mock.calls.filter(([query]) => /^\s*(SELECT|WITH)/.test(query));
    logged.mockRestore();

    expect(report.summary).toMatchObject({
      totalViews: counted.views,
      uniqueVisitors: 1,
      uniqueCountries: 3,
    });
    expect(report.devices).toEqual([{ name: 'desktop', count: counted.views }]);
    expect(report.links).toEqual([{ name: 'First link', count: counted.views }]);
    expect(report.series.at(-1)?.views).toBe(counted.views);
    expect(queries.length).toBeGreaterThan(3);
    for (const [query, parameters] of queries)
      expect((await explain(query, Object.values(parameters ?? []))).buffers).toBeLessThan(BUFFERS);
    expect((await explain(counting, [file.fileId, from, to])).buffers).toBeGreaterThan(BUFFERS);
  });

  it('counts one more visit after a million', async () => {
    await analytics.visit(file.fileId, { accessedAt: '2027-06-01T00:00:00.000Z' });
    const { summary, series } = await analytics.report(file);

    expect(summary.totalViews).toBe(MILLION + 1);
    expect(series.at(-1)).toEqual({ at: '2027-06-01T00:00:00.000Z', views: MILLION + 1 });
  });
});
