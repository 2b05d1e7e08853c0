import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** What some tests need besides npm's packages, and what is left out without it. */
const needed = [
  { program: 'chromium', packages: ['chromium'], for: 'the browser tests' },
  {
    program: 'soffice',
    packages: ['libreoffice-writer-nogui', 'libreoffice-calc-nogui', 'libreoffice-impress-nogui'],
    for: 'the tests of Office previews',
  },
  { program: 'rabbitmq-server', packages: ['rabbitmq-server'], inDocker: true, for: 'the tests on RabbitMQ' },
  { program: 'redis-server', packages: ['redis-server'], inDocker: true, for: 'the tests on Redis' },
  { program: 'nginx', packages: ['nginx-light'], for: 'the tests of the reverse proxy' },
  { program: 'promtool', packages: ['prometheus'], for: 'the tests of alerts and dashboard' },
];

/** What Debian does not package, or nobody has an image of any more (docs/decisions/object-store-server.md). Go builds it. */
const built = [
  {
    program: 'minio',
    source: 'github.com/minio/minio',
    version: 'v0.0.0-20260212201848-7aac2a2c5b7c',
    for: 'the tests on MinIO',
  },
  {
    program: 'versitygw',
    source: 'github.com/versity/versitygw/cmd/versitygw',
    version: 'v1.8.0',
    for: 'the tests on a second S3 store',
  },
  {
    program: 'kustomize',
    source: 'sigs.k8s.io/kustomize/kustomize/v5',
    version: 'v5.8.1',
    insteadOf: 'kubectl',
    for: 'the tests of the Kubernetes manifests',
  },
  {
    program: 'stripe-mock',
    source: 'github.com/stripe/stripe-mock',
    version: 'v0.203.0',
    for: "the tests on Stripe's mock of its API",
  },
];

/** `libs/testing` looks here, too. */
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'waybill', 'bin');
const go = find('go', ['/usr/local/go/bin']);

/** Installs or builds what is missing, where that can be done. @returns a sentence for each it could not get */
export function installSystemPackages() {
  return [...installPackages(), ...buildPrograms()];
}

function installPackages() {
  const absent = needed.filter((item) => !isThere(item));
  if (absent.length > 0 && process.getuid?.() === 0 && find('apt-get')) {
    process.stdout.write(`Installing ${absent.map(({ program }) => program).join(', ')} …\n`);
    withoutServices(() => {
      apt('update', '-qq');
      apt('install', '-y', '-qq', '--no-install-recommends', ...absent.flatMap(({ packages }) => packages));
    });
  }
  return absent
    .filter((item) => !isThere(item))
    .map((item) => `${item.program} could not be installed, so ${item.for} were skipped.`);
}

function buildPrograms() {
  return built.flatMap((item) => {
    if (item.insteadOf && find(item.insteadOf)) return [];
    if (!isCurrent(item) && go) {
      process.stdout.write(`Building ${item.program} ${item.version}, once, which takes minutes …\n`);
      mkdirSync(cache, { recursive: true });
      spawnSync(go, ['install', `${item.source}@${item.version}`], {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, GOBIN: cache, CGO_ENABLED: '0' },
      });
    }
    return find(item.program, [cache])
      ? []
      : [`${item.program} could not be built${go ? '' : ' without Go'}, so ${item.for} were skipped.`];
  });
}

/** Whether the program is there, and is the pinned version where it is one that we built. */
function isCurrent({ program, version }) {
  const path = find(program, [cache]);
  if (path !== join(cache, program) || !go) return path !== null;
  const { stdout } = spawnSync(go, ['version', '-m', path], { encoding: 'utf8' });
  return stdout.includes(`\t${version}\t`);
}

function isThere({ program, inDocker = false }) {
  return find(program, ['/usr/sbin']) !== null || (inDocker && existsSync('/var/run/docker.sock'));
}

/** @returns the path of a program that was installed or built; null without it */
export function findProgram(program) {
  return find(program, ['/usr/sbin', cache]);
}

/** @returns the program's path; null when it is in neither PATH nor `folders` */
function find(program, folders = []) {
  const paths = [...(process.env.PATH ?? '').split(delimiter), ...folders].map((folder) =>
    join(folder, program),
  );
  return paths.find(existsSync) ?? null;
}

/** Debian starts what it installs; the tests start servers of their own. */
function withoutServices(install) {
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    install();
  } finally {
    if (isOurs) rmSync(policy);
  }
}

function apt(...args) {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
