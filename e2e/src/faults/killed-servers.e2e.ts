import type { TestServer } from '@waybill/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkConsistency } from '../support/consistency-check.js';
import { Cluster } from '../support/cluster.js';
import { Load } from '../support/load.js';
import { describeOnServers, RealServers } from '../support/real-servers.js';

/** While a server is away the answer that says so comes sooner than this to most, however busy the machine. */
const FAST_MS = 5_000;
/** Calls under way when it goes may have to find out: a request's own ten seconds, on a busy machine. */
const BOUND_MS = 20_000;
/** Long enough for every kind of call to meet it. */
const OUTAGE_MS = 4_000;
/** Two minutes, say, to see more of it. */
const LONG_OUTAGE_MS = Number(process.env['WAYBILL_OUTAGE_SECONDS'] ?? 20) * 1000;

describeOnServers('under load, a server that is killed and comes back:', () => {
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

  /** @param meanwhile what happens while it is away, for that long */
  async function survive(server: TestServer, name: string, meanwhile: () => Promise<void>): Promise<void> {
    const load = await Load.start(cluster.url);
    await load.flows();
    await server.kill();
    const awayAt = Date.now();
    await meanwhile();
    const callsWhileAway = load.refusalsSince(awayAt);
    await server.restart();
    const backAt = Date.now();
    await load.flows();
    const recoveredMs = Date.now() - backAt;
    await load.stop();
    load.tell(`${name} away for ${backAt - awayAt} ms, all flows again ${recoveredMs} ms after`);
    const waits = callsWhileAway.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
    expect(waits[Math.floor(waits.length / 2)] ?? 0).toBeLessThan(FAST_MS);
    expect(load.slowestRefusal()).toBeLessThan(BOUND_MS);
    expect(load.broken).toEqual([]);
    await checkConsistency(load, servers, cluster);
  }

  it.each([
    ['PostgreSQL', () => servers.postgres],
    ['Redis', () => servers.redis],
    ['MinIO', () => servers.minio],
    ['RabbitMQ', () => servers.rabbitMq],
  ])('%s costs nothing that was acknowledged, refuses fast, and nobody has to help', (name, server) =>
    survive(server(), name, () => sleep(OUTAGE_MS)),
  );

  it('RabbitMQ away for long keeps no process from starting, nor from going on when it is back', async () => {
    const started = ['gateway 1', 'auth 1', 'files 1', 'files worker 2', 'analytics 1'];
    await survive(servers.rabbitMq, 'RabbitMQ', async () => {
      const over = sleep(LONG_OUTAGE_MS);
      await Promise.all(started.map((member) => cluster.end(member, 'SIGKILL')));
      await Promise.all(started.map((member) => cluster.answers(member, '/livez', 200)));
      await Promise.all(started.map((member) => cluster.answers(member, '/readyz', 503)));
      await over;
    });
    await Promise.all(started.map((member) => cluster.isBack(member)));
    expect(started.map((member) => cluster.startsOf(member))).toEqual(started.map(() => 2));
  });
});
