import { spawn, spawnSync } from 'node:child_process';
import { randomBytes, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../system-packages.mjs';
import { RARE_COLLECTION, WITHOUT_COLLECTION } from '../go-memory.mjs';

const programs = ['kubectl', 'etcd', 'kube-apiserver', 'kube-controllers'];
const START_MS = 120_000;

/** @returns a sentence with the missing programs, or null if the control plane can start */
export function missingControlPlane() {
  const missing = programs.filter((program) => !findProgram(program));
  return missing.length === 0
    ? null
    : `missing: ${missing.join(', ')} (npm test builds them where Go is installed)`;
}

/**
 * Starts etcd, the API server and the controllers of Jobs, Deployments and autoscalers on private ports of the loopback
 * interface. There is no scheduler and no kubelet: pods are created and marked as ready, and never run.
 * @returns {Promise<{ kubectl: Function, read: (path: string) => Promise<object>, stop: () => Promise<void> }>} `read`
 * returns an object or a list of the API. It costs a fraction of a start of kubectl.
 */
export async function startControlPlane() {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-control-plane-'));
  const children = [];
  const stop = async () => {
    for (const child of children.toReversed()) await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const start = (program, args, env = {}) => {
    const log = openSync(join(folder, `${program}.log`), 'w');
    const options = { stdio: ['ignore', log, log], env: { ...process.env, ...RARE_COLLECTION, ...env } };
    children.push(spawn(findProgram(program), args, options));
  };
  try {
    const [client, peer, api] = await freePorts(3);
    const urls = [client, peer].map((port) => `http://127.0.0.1:${port}`);
    const token = writeCredentials(folder, api);
    // Flags of etcd 3.4, the version of Debian. Without fsync, because no data has to survive.
    start('etcd', [
      ...['--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync', '--initial-cluster', `default=${urls[1]}`],
      ...['--listen-client-urls', urls[0], '--advertise-client-urls', urls[0]],
      ...['--listen-peer-urls', urls[1], '--initial-advertise-peer-urls', urls[1]],
    ]);
    start('kube-apiserver', [
      ...['--etcd-servers', urls[0], '--bind-address', '127.0.0.1', '--advertise-address', '127.0.0.1'],
      ...[
        '--secure-port',
        String(api),
        '--cert-dir',
        folder,
        '--token-auth-file',
        join(folder, 'tokens.csv'),
      ],
      ...['--service-account-issuer', 'https://kubernetes.default.svc', '--authorization-mode', 'RBAC'],
      ...['--service-account-key-file', join(folder, 'sa.pub')],
      ...['--service-account-signing-key-file', join(folder, 'sa.key')],
      ...['--service-cluster-ip-range', '10.96.0.0/16', '--endpoint-reconciler-type', 'none'],
    ]);
    const KUBECONFIG = join(folder, 'kubeconfig');
    const environment = { KUBECONFIG, HOME: folder, ...WITHOUT_COLLECTION };
    const kubectl = (args, input) =>
      spawnSync(findProgram('kubectl'), args, {
        input,
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
        env: { ...process.env, ...environment, KUBECTL: findProgram('kubectl') },
      });
    await untilReady(api, token, children, folder);
    start('kube-controllers', [], { KUBECONFIG });
    const read = (path) => readFrom(api, token, readFileSync(join(folder, 'apiserver.crt')), path);
    return { kubectl, read, environment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Writes the service accounts' keys, the administrator's token and the kubeconfig. */
function writeCredentials(folder, port) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const token = randomBytes(16).toString('hex');
  writeFileSync(join(folder, 'sa.key'), privateKey);
  writeFileSync(join(folder, 'sa.pub'), publicKey);
  writeFileSync(join(folder, 'tokens.csv'), `${token},administrator,1,"system:masters"\n`);
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'local',
    // The API server generates its self-signed certificate in `folder` (--cert-dir).
    clusters: [
      {
        name: 'local',
        cluster: {
          server: `https://127.0.0.1:${port}`,
          'certificate-authority': join(folder, 'apiserver.crt'),
        },
      },
    ],
    users: [{ name: 'administrator', user: { token } }],
    contexts: [{ name: 'local', context: { cluster: 'local', user: 'administrator' } }],
  };
  writeFileSync(join(folder, 'kubeconfig'), JSON.stringify(config));
  return token;
}

async function untilReady(port, token, children, folder) {
  const headers = `Authorization: Bearer ${token}`;
  const deadline = Date.now() + START_MS;
  for (;;) {
    const ended = children.find(({ exitCode }) => exitCode !== null);
    if (ended || Date.now() > deadline) {
      const log = readFileSync(join(folder, 'kube-apiserver.log'), 'utf8').slice(-2000);
      throw new Error(`The API server did not start: ${log}`);
    }
    // Skips verification (-k), because the self-signed certificate may not exist yet.
    const { status } = spawnSync('curl', [
      '-skf',
      '-o',
      '/dev/null',
      '-H',
      headers,
      `https://127.0.0.1:${port}/readyz`,
    ]);
    if (status === 0) return;
    await sleep(200);
  }
}

async function readFrom(port, token, ca, path) {
  const options = { ca, headers: { authorization: `Bearer ${token}` } };
  const [response] = await once(get(`https://127.0.0.1:${port}${path}`, options), 'response');
  const body = await json(response);
  if (response.statusCode !== 200) throw new Error(`${path}: ${body.message}`);
  return body;
}

async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
