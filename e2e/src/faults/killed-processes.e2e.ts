import { checkConsistency } from '../support/consistency-check.js';
import { Cluster } from '../support/cluster.js';
import { Load } from '../support/load.js';
import { describeOnServers, RealServers } from '../support/real-servers.js';

/** What a call under way may wait for one whom it asked and who died: the longest time-out but for uploads, on a busy machine. */
const BOUND_MS = 20_000;
const kinds = ['gateway', 'auth', 'files', 'files worker', 'sharing', 'analytics', 'billing'];

describeOnServers('under load, kill -9 of every', () => {
  let servers: RealServers;
  let cluster: Cluster;

  beforeAll(async () => {
    servers = await RealServers.start();
    cluster = await Cluster.start({
      ...servers.environment,
      PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z',
    });
  }, 240_000);

  afterAll(async () => {
    await cluster.abandon();
    await servers.stop();
  }, 60_000);

  it.each(kinds)('%s loses nothing that was acknowledged, and is over by itself', async (kind) => {
    const load = await Load.start(cluster.url);
    await load.flows();
    const members = [1, 2].map((replica) => `${kind} ${replica}`);
    await Promise.all(members.map((member) => cluster.end(member, 'SIGKILL')));
    await Promise.all(members.map((member) => cluster.isBack(member)));
    await load.flows();
    await load.stop();
    load.tell(`kill -9 of every ${kind}`);
    if (kind !== 'gateway') expect(load.broken).toEqual([]);
    expect(load.slowestRefusal()).toBeLessThan(BOUND_MS);
    await checkConsistency(load, servers, cluster);
  });
});
