import { checkConsistency } from '../support/consistency-check.js';
import type { Cluster } from '../support/cluster.js';
import { ClusterOnServers } from '../support/cluster-on-servers.js';
import { Load } from '../support/load.js';
import { LOADED } from '../support/environment.js';
import { describeOnServers, type RealServers } from '../support/real-servers.js';

/** Upper bound for a request whose callee was killed: the longest time-out except for uploads, on a busy machine. */
const BOUND_MS = 20_000;
const kinds = ['gateway', 'auth', 'files', 'files worker', 'sharing', 'analytics', 'billing'];

describeOnServers('kill -9 of all processes of a service under load', () => {
  let instance: ClusterOnServers;
  let servers: RealServers;
  let cluster: Cluster;

  beforeAll(async () => {
    instance = await ClusterOnServers.start(LOADED);
    ({ servers, cluster } = instance);
  });

  afterAll(() => instance.dispose());

  it.each(kinds)('loses no acknowledged data and recovers without help: %s', async (kind) => {
    const load = await Load.start(cluster.url);
    await load.waitForProgress();
    const members = [1, 2].map((replica) => `${kind} ${replica}`);
    await Promise.all(members.map((member) => cluster.kill(member, 'SIGKILL')));
    await Promise.all(members.map((member) => cluster.waitUntilReady(member)));
    await load.waitForProgress();
    await load.stop();
    load.print(`kill -9 of every ${kind}`);
    if (kind !== 'gateway') expect(load.withoutResponse).toEqual([]);
    expect(load.slowestFailureMs()).toBeLessThan(BOUND_MS);
    await checkConsistency(load, servers, cluster);
  });
});
