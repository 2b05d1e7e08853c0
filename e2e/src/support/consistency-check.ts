import type { AnalyticsReport } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import type { Cluster } from './cluster.js';
import { isOfFile } from './instance.js';
import { hashOf, type Load } from './load.js';
import type { ApiClient } from './api-client.js';
import type { RealServers } from './real-servers.js';

/** Longer than the longest delay between two attempts to publish an event (30 seconds). */
const SETTLE = { timeoutMs: 90_000 };
const SCHEMAS = ['auth', 'files', 'sharing', 'analytics', 'billing'];

/** Checks that everything acknowledged to the clients of a stopped load is stored exactly once. */
export async function checkConsistency(load: Load, cluster: Cluster): Promise<void> {
  if (load.violations.length > 0) throw new Error([...load.violations, ...cluster.loggedErrors].join('\n'));
  await checkUploads(load);
  await checkVisits(load);
}

async function checkUploads({ uploads }: Load): Promise<void> {
  const broken: string[] = [];
  for (const { id, hash, owner } of uploads) {
    // An inline download by the owner counts no visit.
    const answer = await owner.get(`/api/files/${id}/download?disposition=inline`);
    if (hashOf(new Uint8Array(await answer.arrayBuffer())) !== hash) broken.push(`${id}: ${answer.status}`);
  }
  expect(broken).toEqual([]);
}

async function checkVisits({ owner, sharedFile, started, served }: Load): Promise<void> {
  await eventually(async () => {
    const { viewCount } = await owner.file(sharedFile.id);
    const { summary, series, countries, names } = await reportOf(owner, sharedFile.id);
    expect({ views: summary.totalViews, last: series.at(-1)?.views, entries: names.length }).toEqual({
      views: viewCount,
      last: viewCount,
      entries: viewCount,
    });
    expect(countries.reduce((sum, { count }) => sum + count, 0)).toBe(viewCount);
    const counted = new Set(names);
    expect(counted.size).toBe(names.length);
    expect([...served].filter((name) => !counted.has(name))).toEqual([]);
    expect(names.filter((name) => !started.has(name))).toEqual([]);
  }, SETTLE);
}

/** Fetches the report and the user agents of all its entries. */
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

/** Checks that rows and objects match after abandoned uploads have expired and were swept. */
export async function checkLeftovers(servers: RealServers, cluster: Cluster): Promise<void> {
  // Expires all upload leases now instead of after two minutes.
  await servers.query('UPDATE files.uploads SET lease_until = now()');
  // Hides the restart of PostgreSQL, after which Waybill deletes nothing for three minutes.
  await servers.query(
    `UPDATE files.installation
     SET server_run = (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint::text`,
  );
  // Restart a worker, because it sweeps when it starts.
  await cluster.kill('files worker 1', 'SIGTERM');
  await cluster.waitUntilReady('files worker 1');
  await eventually(async () => {
    const [rows] = await servers.query<Record<string, number>>(
      `SELECT (SELECT count(*) FROM files.uploads)::int AS uploads,
              (SELECT count(*) FROM files.reservations)::int AS reservations,
              (SELECT count(*) FROM files.discarded_objects)::int AS discarded,
              (${SCHEMAS.map((schema) => `(SELECT count(*) FROM ${schema}.outbox)`).join(' + ')})::int AS unpublished`,
    );
    expect(rows).toEqual({ uploads: 0, reservations: 0, discarded: 0, unpublished: 0 });
  }, SETTLE);
  const files = await servers.query<{ key: string }>('SELECT object_key AS key FROM files.files ORDER BY 1');
  const objects: string[] = [];
  for await (const { key } of servers.store.list('')) {
    if (isOfFile(key)) objects.push(key);
  }
  expect(objects.sort()).toEqual(files.map(({ key }) => key).sort());
  expect(await servers.store.removeUnfinished(new Date())).toBe(0);
}
