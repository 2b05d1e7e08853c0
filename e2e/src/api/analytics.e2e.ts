import type { AnalyticsReport, Overview } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { PROMOTION } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { binaryFile, failure, ApiClient } from '../support/api-client.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

describe('GET /api/files/{id}/analytics', () => {
  let waybill: Instance;
  let owner: ApiClient;
  let id: string;

  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    owner = await ApiClient.signedIn(waybill.url);
  });
  afterAll(() => waybill.dispose());

  beforeEach(async () => {
    id = await owner.upload(binaryFile(300_000));
  });

  const visitorFrom = (address: string, userAgent = CHROME) =>
    new ApiClient(waybill.url, { 'x-forwarded-for': address, 'user-agent': userAgent });
  const download = (who: ApiClient, query = '', headers = {}) =>
    who.get(`/api/files/${id}/download${query}`, headers);
  const report = async () =>
    (await (await owner.get(`/api/files/${id}/analytics`)).json()) as AnalyticsReport;
  const reportWith = (views: number) =>
    eventually(async () => {
      const current = await report();
      expect(current.summary.totalViews).toBe(views);
      return current;
    });

  it('reports a file immediately after its upload', async () => {
    const statuses = [];
    for (let n = 0; n < 20; n += 1) {
      const uploaded = await owner.upload(binaryFile(100));
      statuses.push((await owner.get(`/api/files/${uploaded}/analytics`)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('reports address, country, browser and referer of a visit', async () => {
    await download(visitorFrom('8.8.8.8'), '', { referer: 'https://news.example/story' });
    const { file, analytics, summary, series, countries } = await reportWith(1);
    expect(file).toMatchObject({ id, originalName: 'data.bin', viewCount: 1 });
    expect(analytics).toEqual([
      expect.objectContaining({
        ipAddress: '8.8.8.8',
        country: 'United States',
        userAgent: CHROME,
        browser: expect.stringContaining('Chrome'),
        referer: 'https://news.example',
      }),
    ]);
    expect(summary).toEqual({
      totalViews: 1,
      uniqueVisitors: 1,
      uniqueCountries: 1,
      firstView: analytics[0]!.accessedAt,
    });
    expect(series.at(-1)).toMatchObject({ views: 1 });
    expect(countries).toEqual([{ country: 'United States', count: 1 }]);
  });

  it('reports no visits for a new file', async () => {
    const { analytics, summary, series, countries } = await eventually(async () => {
      const current = await report();
      expect(current.file).toBeDefined();
      return current;
    });
    expect({ analytics, series, countries }).toEqual({ analytics: [], series: [], countries: [] });
    expect(summary).toEqual({ totalViews: 0, uniqueVisitors: 0, uniqueCountries: 0, firstView: null });
  });

  it('counts the range requests of one visit once', async () => {
    const visitor = visitorFrom('192.0.2.1');
    for (let start = 0; start < 300_000; start += 65_536) {
      await download(visitor, '?disposition=inline', { range: `bytes=${start}-${start + 65_535}` });
    }
    const page = visitorFrom('192.0.2.2');
    const visit = `?visit=${randomUUID()}`;
    await download(page, `${visit}&disposition=inline`);
    await download(page, `${visit}&disposition=inline`, { range: 'bytes=0-99' });
    await download(page, visit);
    const { summary, analytics } = await reportWith(2);
    expect(analytics).toHaveLength(2);
    expect(summary.uniqueVisitors).toBe(2);
  });

  it('counts every download, and their visitor once', async () => {
    const visitor = visitorFrom('192.0.2.3');
    await download(visitor);
    await download(visitor);
    await download(visitorFrom('192.0.2.4'));
    const { summary } = await reportWith(3);
    expect(summary.uniqueVisitors).toBe(2);
  });

  it('counts no visit for HEAD, refused requests and previews by the owner', async () => {
    const visitor = visitorFrom('192.0.2.5');
    await visitor.fetch(`/api/files/${id}/download`, { method: 'HEAD' });
    await download(visitor, '', { range: 'bytes=900000-' });
    await download(owner, '?disposition=inline');
    await visitor.get(`/api/files/${id}`);
    await owner.settings(id, { password: 'open sesame' });
    await download(visitor);
    await owner.settings(id, { password: null });
    await download(visitor);
    const { summary } = await reportWith(1);
    expect(summary.totalViews).toBe(1);
    expect((await owner.file(id)).viewCount).toBe(1);
  });

  it('reports equal totals in summary, chart, countries and entries', async () => {
    const visits = 120;
    for (let visit = 0; visit < visits; visit += 1) await download(visitorFrom(`8.8.${visit % 7}.8`));
    const { file, summary, series, countries, analytics, nextCursor } = await reportWith(visits);
    expect(file.viewCount).toBe(visits);
    expect((await owner.file(id)).viewCount).toBe(visits);
    expect(summary.uniqueVisitors).toBe(7);
    expect(series.at(-1)?.views).toBe(visits);
    expect(countries.reduce((sum, { count }) => sum + count, 0)).toBe(visits);
    expect(analytics).toHaveLength(100);
    const older = await owner.get(`/api/files/${id}/analytics?cursor=${encodeURIComponent(nextCursor!)}`);
    const next = (await older.json()) as AnalyticsReport;
    expect(next.analytics).toHaveLength(visits - 100);
    expect(next.nextCursor).toBeNull();
    expect(new Set([...analytics, ...next.analytics].map((entry) => entry.id)).size).toBe(visits);
  });

  it('refuses the report to everyone but the owner', async () => {
    await reportWith(0);
    expect((await new ApiClient(waybill.url).get(`/api/files/${id}/analytics`)).status).toBe(401);
    const other = await ApiClient.signedIn(waybill.url);
    const response = await other.get(`/api/files/${id}/analytics`);
    expect(await failure(response)).toMatchObject({
      statusCode: 403,
      message: 'You do not have permission to access this file',
    });
    expect((await owner.get(`/api/files/${randomUUID()}/analytics`)).status).toBe(404);
  });

  it('keeps bots, prefetches and HEAD apart from people, and never lets them swallow the visit of a person', async () => {
    const visit = `?disposition=inline&visit=${randomUUID()}`;
    await download(visitorFrom('8.8.8.8'), visit, { 'sec-purpose': 'prefetch;prerender' });
    await download(visitorFrom('8.8.4.4', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'));
    await visitorFrom('1.1.1.1').fetch(`/api/files/${id}/download`, { method: 'HEAD' });
    await download(visitorFrom('8.8.8.8'), visit);

    const { analytics } = await reportWith(1);
    expect(analytics).toMatchObject([
      { isBot: false, ipAddress: '8.8.8.8', device: 'desktop', os: 'Windows' },
    ]);
    await eventually(async () => {
      const answer = await owner.get(`/api/files/${id}/analytics?include=bots`);
      const all = (await answer.json()) as AnalyticsReport;
      expect(all.summary.totalViews).toBe(4);
      expect(all.analytics.filter(({ isBot }) => isBot)).toHaveLength(3);
    });
  });

  it('records a browser that sends Sec-GPC without its address', async () => {
    await download(visitorFrom('8.8.8.8'), '', { 'sec-gpc': '1' });

    expect((await reportWith(1)).analytics).toMatchObject([{ ipAddress: '', city: '' }]);
  });

  it.each(['from=yesterday', 'to=2026-13-01', 'link=nonsense', 'from=1'])(
    'refuses ?%s with 400',
    async (query) => {
      for (const path of ['analytics', 'analytics/export'])
        expect((await owner.get(`/api/files/${id}/${path}?${query}`)).status).toBe(400);
    },
  );

  it('adds what the page reports to its visit, in JSON and as a beacon sends text', async () => {
    const visit = randomUUID();
    await download(visitorFrom('8.8.8.8'), `?disposition=inline&visit=${visit}`);
    const visitor = visitorFrom('8.8.8.8');
    const report = (body: object, type: string, of = visit) =>
      visitor.fetch(`/api/files/${id}/visits/${of}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': type },
      });
    const page = { page: 1, ms: 5 };
    expect((await report({ events: [page] }, 'application/json')).status).toBe(204);
    expect((await report({ events: [page, { page: 7, ms: 5 }] }, 'text/plain;charset=UTF-8')).status).toBe(
      204,
    );
    expect((await report({ events: [{ page: 1, ms: 86_400_000 }] }, 'application/json')).status).toBe(204);
    expect((await report({ events: [page] }, 'application/json', randomUUID())).status).toBe(204);

    await eventually(async () => {
      const { analytics, pages } = await reportWith(1);
      expect(pages).toMatchObject([{ page: 1, views: 1 }]);
      expect(analytics).toMatchObject([{ pagesSeen: 1, completion: 1 }]);
      // No more than the seconds since the download began.
      expect(analytics[0]?.durationSeconds).toBeLessThan(60);
    });
  });

  it('exports the visits as a table and as JSON', async () => {
    await download(visitorFrom('8.8.8.8', '=HYPERLINK("http://evil.example")'));
    await reportWith(1);
    const table = await owner.get(`/api/files/${id}/analytics/export?format=csv`);
    expect(table.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(table.headers.get('content-disposition')).toMatch(/^attachment/);
    const lines = (await table.text()).split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^id,accessedAt,ipAddress,country/);
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    const json = await owner.get(`/api/files/${id}/analytics/export?format=json`);
    expect(await json.json()).toMatchObject([{ ipAddress: '8.8.8.8', isBot: false }]);
    const stranger = await ApiClient.signedIn(waybill.url);
    expect((await stranger.get(`/api/files/${id}/analytics/export`)).status).toBe(403);
  });

  it('sums up the account in an overview', async () => {
    await download(visitorFrom('8.8.8.8'));
    await reportWith(1);
    const overview = (await (await owner.get('/api/overview?days=7')).json()) as Overview;

    expect(overview.viewsPerDay).toHaveLength(7);
    expect(overview.topFiles).toContainEqual({ id, kind: 'file', originalName: 'data.bin', views: 1 });
    expect((await new ApiClient(waybill.url).get('/api/overview')).status).toBe(401);
    expect((await owner.get('/api/overview?days=0')).status).toBe(400);
  });
});
