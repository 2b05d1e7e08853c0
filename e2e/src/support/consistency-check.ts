import type { AnalyticsReport } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import type { Cluster } from './cluster.js';
import { MARKER_KEY } from './instance.js';
import { hashOf, type Load } from './load.js';
import type { ApiClient } from './api-client.js';
import type { RealServers } from './real-servers.js';

/** An event waits half a minute at most between two tries to tell it. */
const SETTLED = { timeoutMs: 90_000 };
const SCHEMAS = ['auth', 'files', 'sharing', 'analytics', 'billing'];

/** What must be true of everything that a load was told, whatever died meanwhile. Needs a load that was stopped. */
export async function checkConsistency(load: Load, servers: RealServers, cluster: Cluster): Promise<void> {
  if (load.wrong.length > 0) throw new Error([...load.wrong, ...cluster.faults].join('\n'));
  await everyUploadIsWhole(load);
  await everyVisitCountsOnce(load);
  await nothingIsLeftBehind(servers, cluster);
}

async function everyUploadIsWhole({ uploads }: Load): Promise<void> {
  const broken: string[] = [];
  for (const { id, hash, owner } of uploads) {
    // An owner who looks at the own file counts no visit.
    const answer = await owner.get(`/api/files/${id}/download?disposition=inline`);
    if (hashOf(new Uint8Array(await answer.arrayBuffer())) !== hash) broken.push(`${id}: ${answer.status}`);
  }
  expect(broken).toEqual([]);
}

async function everyVisitCountsOnce({ owner, shop, begun, served }: Load): Promise<void> {
  await eventually(async () => {
    const { viewCount } = await owner.file(shop.id);
    const { summary, series, countries, names } = await reportOf(owner, shop.id);
    expect({ views: summary.totalViews, last: series.at(-1)?.views, entries: names.length }).toEqual({
      views: viewCount,
      last: viewCount,
      entries: viewCount,
    });
    expect(countries.reduce((sum, { count }) => sum + count, 0)).toBe(viewCount);
    const counted = new Set(names);
    expect(counted.size).toBe(names.length);
    expect([...served].filter((name) => !counted.has(name))).toEqual([]);
    expect(names.filter((name) => !begun.has(name))).toEqual([]);
  }, SETTLED);
}

/** The report, and the name of every visitor it knows. */
async function reportOf(owner: ApiClient, id: string) {
  const get = async (query: string) =>
    (await owner.get(`/api/files/${id}/analytics${query}`)).json() as Promise<AnalyticsReport>;
  const first = await get('');
  const names: string[] = [];
  for (let page = first; ; page = await get(`?cursor=${page.nextCursor}`)) {
    names.push(...page.analytics.map(({ userAgent }) => userAgent));
    if (page.nextCursor === null) return { ...first, names };
  }
}

/** Rows and objects agree, once uploads that nobody renews any more have lapsed and a sweep came by. */
async function nothingIsLeftBehind(servers: RealServers, cluster: Cluster): Promise<void> {
  // A lease lasts two minutes; this is what they would bring about.
  await servers.query('UPDATE files.uploads SET lease_until = now()');
  // A worker sweeps when it starts.
  await cluster.end('files worker 1', 'SIGTERM');
  await cluster.isBack('files worker 1');
  await eventually(async () => {
    const [rows] = await servers.query<Record<string, number>>(
      `SELECT (SELECT count(*) FROM files.uploads)::int AS uploads,
              (SELECT count(*) FROM files.reservations)::int AS reservations,
              (SELECT count(*) FROM files.discarded_objects)::int AS discarded,
              (${SCHEMAS.map((schema) => `(SELECT count(*) FROM ${schema}.outbox)`).join(' + ')})::int AS untold`,
    );
    expect(rows).toEqual({ uploads: 0, reservations: 0, discarded: 0, untold: 0 });
  }, SETTLED);
  const files = await servers.query<{ key: string }>('SELECT object_key AS key FROM files.files ORDER BY 1');
  const objects: string[] = [];
  for await (const { key } of servers.store.list('')) {
    if (key !== MARKER_KEY) objects.push(key);
  }
  expect(objects.sort()).toEqual(files.map(({ key }) => key).sort());
  expect(await servers.store.removeUnfinished(new Date())).toBe(0);
}
