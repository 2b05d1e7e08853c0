import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { checkConsistency, checkLeftovers } from '../support/consistency-check.js';
import type { Cluster } from '../support/cluster.js';
import { ClusterOnServers } from '../support/cluster-on-servers.js';
import { Load } from '../support/load.js';
import { LOAD_SETTINGS } from '../support/environment.js';
import { describeOnServers, type RealServers } from '../support/real-servers.js';

const LEDGER = resolve(__dirname, '../../../scripts/ledger.mjs');
/** Upper bound for a request whose callee was killed: the longest timeout except for uploads, on a busy machine. */
const BOUND_MS = 20_000;
const kinds = ['gateway', 'auth', 'files', 'files worker', 'sharing', 'analytics', 'billing'];

describeOnServers('kill -9 of all processes of a service under load', () => {
  let instance: ClusterOnServers;
  let servers: RealServers;
  let cluster: Cluster;

  beforeAll(async () => {
    instance = await ClusterOnServers.start(LOAD_SETTINGS);
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
    await checkConsistency(load, cluster);
  });

  it('stores exactly the visits of 1,000 visitors of every kind while processes are killed', async () => {
    const gateways = ['gateway 1', 'gateway 2'].map((member) => cluster.addressOf(member));
    const options = ['--visits', '1000', '--connections', '48', '--gateways', gateways.join()];
    const ledger = spawn(process.execPath, [LEDGER, ...options]);
    const ended = once(ledger, 'exit');
    let output = '';
    for (const stream of [ledger.stdout, ledger.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    for (const member of ['files 1', 'analytics 1', 'gateway 2', 'analytics 2', 'files 2']) {
      if (ledger.exitCode !== null) break;
      await cluster.kill(member, 'SIGKILL');
      await cluster.waitUntilReady(member);
    }
    const [code] = await ended;
    process.stdout.write(output);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining('Differences: 0 (0 visitors)'),
    });
  });

  it('leaves no row, event or object behind after the death of every process', () =>
    checkLeftovers(servers, cluster));
});
