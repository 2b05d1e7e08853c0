import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Member } from './member.mjs';
import { createProxy } from './proxy.mjs';
import { Readiness } from './readiness.mjs';
import { openServers } from './servers.mjs';

/**
 * `npm run cluster`: runs two replicas of each built process behind a reverse proxy at HOST and PORT, for trying
 * out and testing. Uses the servers of the environment. Starts every missing server empty, and stops it with the
 * cluster. With servers of your own set SESSION_SECRET and ENCRYPTION_KEY too; otherwise data of an earlier cluster
 * cannot be decrypted. `npm run cluster -- --replicas 1` starts one replica of each.
 */
const { values } = parseArgs({ options: { replicas: { type: 'string', default: '2' } } });
const replicas = Number(values.replicas);
if (!Number.isInteger(replicas) || replicas < 1) {
  process.stderr.write(`--replicas ${values.replicas} is no whole number above 0.\n`);
  process.exit(1);
}
const END_WITHIN_MS = 40_000;
const root = join(import.meta.dirname, '../..');
const mains = [
  ['gateway', 'build/gateway/main.js'],
  ['auth', 'build/auth/main.js'],
  ['files', 'build/files/main.js'],
  ['files worker', 'build/files/worker.main.js'],
  ['sharing', 'build/sharing/main.js'],
  ['analytics', 'build/analytics/main.js'],
  ['billing', 'build/billing/main.js'],
];

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;
const members = [];
let servers;
let proxy;
let ending;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => void (ending ? killAll() : end(0)));
try {
  process.chdir(root);
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  servers = await openServers(given);
  const address = `http://${HOST}:${PORT}`;
  const environment = {
    PUBLIC_URL: address,
    ...servers.environment,
    HOST: '127.0.0.1',
    TRUST_PROXY: 'loopback',
  };
  const started = await startAll(mains, environment);
  const gateways = started.filter(isGateway);
  const targets = gateways.map(({ environment: { PORT: port } }) => ({ host: '127.0.0.1', port }));
  const readiness = new Readiness(targets);
  proxy = createProxy(targets, (target) => readiness.isReady(target));
  proxy.listen(Number(PORT), HOST);
  await once(proxy, 'listening');
  process.stdout.write(`\n  Waybill's cluster is at ${address}\n\n`);
} catch (error) {
  if (!ending) process.stderr.write(`${error.message}\n`);
  await end(1);
}

async function startAll(programs, environment) {
  const { freePorts } = await import('../../libs/testing/dist/index.js');
  const ports = await freePorts(2 * replicas * programs.length);
  const started = [];
  for (const [name, main] of programs) {
    for (let replica = 1; replica <= replicas; replica++) {
      const member = new Member(`${name} ${replica}`, join(root, main), {
        ...environment,
        PORT: String(ports.pop()),
        METRICS_PORT: String(ports.pop()),
      });
      members.push(member);
      started.push(member);
    }
  }
  await Promise.all(started.map((member) => member.start()));
  return started;
}

/**
 * Stops the cluster: gateways first, because they call the other services; servers last, because all processes need
 * them.
 */
function end(exitCode) {
  ending ??= (async () => {
    setTimeout(() => void killAll(), END_WITHIN_MS).unref();
    proxy?.close();
    await Promise.all(members.filter(isGateway).map((member) => member.stop()));
    await Promise.all(members.map((member) => member.stop()));
    await servers?.stop();
    process.exit(exitCode);
  })();
  return ending;
}

/** Kills all processes, after a second signal or when the time to stop is over. */
async function killAll() {
  await Promise.all(members.map((member) => member.kill()));
  await servers?.stop();
  process.exit(1);
}

function isGateway({ name }) {
  return name.startsWith('gateway');
}
