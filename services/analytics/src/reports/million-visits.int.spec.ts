import { AnalyticsUnderTest } from '../testing/analytics-under-test.js';
import { COUNTRIES, ENTRIES_PAGE, EXACT_SERIES, HOURLY_SERIES, NEWEST } from './report-queries.js';

const MILLION = 1_000_000;
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

  /** Inserts a year of visits, one every 31 seconds, with the roll-ups that VisitRepository would have written. */
  async function fill(fileId: string) {
    const { database } = analytics;
    await database.query(
      `INSERT INTO entries (id, file_id, accessed_at, address, country_code, city, user_agent, browser, referer)
       SELECT gen_random_uuid(), $1, timestamptz '2026-01-01 12:00Z' + turn * interval '31 seconds',
              '192.0.2.1', (ARRAY['DE', 'FR', 'US', ''])[1 + turn % 4], '', '', '', ''
       FROM generate_series(1, $2::int) AS turn`,
      [fileId, MILLION],
    );
    await database.query(
      `INSERT INTO hourly_views
       SELECT file_id, date_trunc('hour', accessed_at), count(*), max(accessed_at) FROM entries
       GROUP BY 1, 2 ORDER BY 1, 2`,
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
    ['the newest entries', ENTRIES_PAGE, [NEWEST.accessedAt, NEWEST.id]],
    ['entries in the middle', ENTRIES_PAGE, ['2026-07-01T00:00:00Z', NEWEST.id]],
    ['the countries', COUNTRIES, []],
    ['the curve by the hour', HOURLY_SERIES, []],
    ['the curve of the first views', EXACT_SERIES, []],
  ])('reads %s without scanning all entries', async (_, query, parameters) => {
    const { nodes, buffers } = await explain(query, [file.fileId, ...parameters]);

    expect(buffers).toBeLessThan(BUFFERS);
    const scans = nodes
      .filter((node) => node['Relation Name'] === 'entries')
      .map((node) => node['Node Type']);
    expect(scans.filter((scan) => !scan.startsWith('Index'))).toEqual([]);
  });

  it('reads a page of entries without a sort', async () => {
    const { nodes } = await explain(ENTRIES_PAGE, [file.fileId, NEWEST.accessedAt, NEWEST.id]);

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

  it('counts one more visit', async () => {
    await analytics.visit(file.fileId, { accessedAt: '2027-06-01T00:00:00.000Z' });
    const { summary, series } = await analytics.report(file);

    expect(summary.totalViews).toBe(MILLION + 1);
    expect(series.at(-1)).toEqual({ at: '2027-06-01T00:00:00.000Z', views: MILLION + 1 });
  });
});
