import type { TestServer } from '@waybill/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkConsistency, checkLeftovers } from '../support/consistency-check.js';
import type { Cluster } from '../support/cluster.js';
import { ClusterOnServers } from '../support/cluster-on-servers.js';
import { Load } from '../support/load.js';
import { LOAD_SETTINGS } from '../support/environment.js';
import { describeOnServers, type RealServers } from '../support/real-servers.js';

/** Upper bound for the median failed call while a server is unavailable, on a busy machine. */
const FAST_MS = 5_000;
/** Upper bound for calls that run when a server is killed: the request timeout of ten seconds, on a busy machine. */
const BOUND_MS = 20_000;
/** Long enough for a call of every kind to fail. */
const OUTAGE_MS = 2_000;
/** Set WAYBILL_OUTAGE_SECONDS for a longer outage. */
const LONG_OUTAGE_MS = Number(process.env['WAYBILL_OUTAGE_SECONDS'] ?? 10) * 1000;

describeOnServers('kill and restart of a server under load', () => {
  let instance: ClusterOnServers;
  let servers: RealServers;
  let cluster: Cluster;

  beforeAll(async () => {
    instance = await ClusterOnServers.start(LOAD_SETTINGS);
    ({ servers, cluster } = instance);
  });

  afterAll(() => instance.dispose());

  /** @param meanwhile runs during the outage and determines its length */
  async function survive(server: TestServer, name: string, meanwhile: () => Promise<void>): Promise<void> {
    const load = await Load.start(cluster.url);
    await load.waitForProgress();
    await server.kill();
    const killedAt = Date.now();
    await meanwhile();
    const failuresDuringOutage = load.failuresSince(killedAt);
    await server.restart();
    const restartedAt = Date.now();
    await load.waitForProgress();
    const recoveredMs = Date.now() - restartedAt;
    await load.stop();
    load.print(`${name} unavailable for ${restartedAt - killedAt} ms, recovered ${recoveredMs} ms later`);
    const waits = failuresDuringOutage.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
    expect(waits[Math.floor(waits.length / 2)] ?? 0).toBeLessThan(FAST_MS);
    expect(load.slowestFailureMs()).toBeLessThan(BOUND_MS);
    expect(load.withoutResponse).toEqual([]);
    await checkConsistency(load, cluster);
  }

  it.each([
    ['PostgreSQL', () => servers.postgres],
    ['Redis', () => servers.redis],
    ['MinIO', () => servers.minio],
    ['RabbitMQ', () => servers.rabbitMq],
  ])('loses no acknowledged data, refuses quickly and recovers without help: %s', (name, server) =>
    survive(server(), name, () => sleep(OUTAGE_MS)),
  );

  it('starts processes during a long outage of RabbitMQ, and they become ready after it', async () => {
    const started = ['gateway 1', 'auth 1', 'files 1', 'files worker 2', 'analytics 1'];
    const startsBefore = started.map((member) => cluster.startCount(member));
    await survive(servers.rabbitMq, 'RabbitMQ', async () => {
      const over = sleep(LONG_OUTAGE_MS);
      await Promise.all(started.map((member) => cluster.kill(member, 'SIGKILL')));
      await Promise.all(started.map((member) => cluster.waitForStatus(member, '/livez', 200)));
      await Promise.all(started.map((member) => cluster.waitForStatus(member, '/readyz', 503)));
      await over;
    });
    await Promise.all(started.map((member) => cluster.waitUntilReady(member)));
    expect(started.map((member) => cluster.startCount(member))).toEqual(
      startsBefore.map((count) => count + 1),
    );
  });

  it('leaves no row, event or object behind after the death of every server', () =>
    checkLeftovers(servers, cluster));
});
