import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { allocator, nodeFlags } from '../node-flags.mjs';

const START_MS = 240_000;

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a Waybill of one process on a free port, with a new data folder. */
export function startWaybill(environment) {
  return start('build/standalone/main.js', nodeFlags, { ...allocator, ...environment }, ({ data }) =>
    Promise.resolve(filesBelow(join(data, 'objects'))),
  );
}

/**
 * Starts `replicas` of every process behind a proxy on a free port.
 * @param {{ signal?: AbortSignal, onOutput?: (text: string) => void }} [own] `signal` aborts the start. With
 * `onOutput`, the log is kept only until the cluster is ready, and Ctrl-C in the terminal does not reach the cluster.
 */
export function startCluster(environment, replicas = 2, own = {}) {
  const options = [`--replicas=${replicas}`];
  return start('scripts/cluster.mjs', [], environment, () => Promise.resolve(0), options, own);
}

async function start(program, flags, environment, objects, options = [], { signal, onOutput } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-long-'));
  const temporary = join(folder, 'tmp');
  const data = join(folder, 'data');
  mkdirSync(temporary);
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...flags, program, ...options], {
    env: {
      PATH: process.env.PATH,
      HOME: homedir(),
      TMPDIR: temporary,
      PORT: port,
      DATA_DIR: data,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: Boolean(onOutput),
  });
  let log = '';
  let isStarted = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      onOutput?.(text);
      if (!onOutput || !isStarted) log += text;
    });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + START_MS;
  while (!(await isReady(url))) {
    if (signal?.aborted) {
      await stop();
      throw new Error('Stopped during the start');
    }
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Waybill did not start:\n${log}`);
    await sleep(200);
  }
  isStarted = true;
  return {
    url,
    folder,
    temporary,
    pid: child.pid,
    log: () => log,
    objects: () => objects({ data }),
    stop,
  };
}

function filesBelow(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;
}

async function isReady(url) {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

const password = 'correct horse battery staple';

async function post(url, path, body) {
  const response = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** @returns headers for calls of a new session */
export async function logIn(url, email) {
  const response = await post(url, 'login', { email, password });
  const cookies = response.headers.getSetCookie().map((header) => header.split(';')[0]);
  return { cookie: cookies.join('; '), origin: url };
}

/** Signs up, and logs in. */
export async function newAccount(url, email) {
  await post(url, 'signup', { name: 'Ada', email, password, confirmPassword: password, agreeToTerms: true });
  return logIn(url, email);
}
