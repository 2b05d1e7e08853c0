import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buildComposeConfig, composeVersion } from './compose/build.mjs';
import { buildFromKubernetes, kubernetesVersion, unpackEtcd } from './kubernetes/control-plane/build.mjs';

/** Debian packages that tests need, and the tests that are skipped without them. */
const needed = [
  { program: 'chromium', packages: ['chromium'], for: 'the browser tests' },
  // Saves CPU time. Not every distribution has it.
  { program: 'chromium-headless-shell', packages: ['chromium-headless-shell'], isOptional: true },
  {
    program: 'soffice',
    packages: ['libreoffice-writer-nogui', 'libreoffice-calc-nogui', 'libreoffice-impress-nogui'],
    for: 'the tests of Office previews',
  },
  { program: 'bwrap', packages: ['bubblewrap'], for: 'the tests of the sandbox of previews' },
  { program: 'bsdtar', packages: ['libarchive-tools'], for: 'the tests of lists of archives' },
  { program: 'unzip', packages: ['unzip'], for: 'the tests of ZIP archives' },
  { program: '7z', packages: ['p7zip-full'], for: 'the tests of ZIP archives' },
  {
    program: 'pdftoppm',
    packages: ['poppler-utils', 'poppler-data'],
    for: 'the tests of thumbnails of PDF files',
  },
  { program: 'ffmpeg', packages: ['ffmpeg'], for: 'the tests of thumbnails of videos' },
  { program: 'rabbitmq-server', packages: ['rabbitmq-server'], inDocker: true, for: 'the tests on RabbitMQ' },
  { program: 'redis-server', packages: ['redis-server'], inDocker: true, for: 'the tests on Redis' },
  { program: 'clamd', packages: ['clamav-daemon'], for: 'the tests of the virus scan' },
  { program: 'jq', packages: ['jq'], for: 'the tests of docs/api.md' },
  { program: 'nginx', packages: ['nginx-light'], for: 'the tests of the reverse proxy' },
  { program: 'promtool', packages: ['prometheus'], for: 'the tests of alerts and dashboard' },
];

/** Programs without a Debian package or an image (docs/decisions/object-store-server.md). Built with Go. */
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
  {
    program: 'compose-config',
    version: composeVersion,
    build: () => buildComposeConfig(go, cache),
    for: 'the tests of the compose file',
  },
  ...['kube-apiserver', 'kube-controllers'].map((program) => ({
    program,
    version: kubernetesVersion,
    build: () => buildFromKubernetes(program, go, cache),
    for: "the tests on Kubernetes's API server",
  })),
];

/** `libs/testing` searches this folder, too. */
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'waybill', 'bin');
const go = find('go', ['/usr/local/go/bin']);

/** Installs or builds missing programs, where possible. @returns a sentence for each that is still missing */
export function installSystemPackages() {
  return [...installPackages(), ...buildPrograms(), ...unpackPrograms()];
}

function installPackages() {
  const absent = needed.filter((item) => !isThere(item));
  if (absent.length > 0 && process.getuid?.() === 0 && find('apt-get')) {
    process.stdout.write(`Installing ${absent.map(({ program }) => program).join(', ')} …\n`);
    withoutServices(() => {
      apt('update', '-qq');
      const required = absent.filter(({ isOptional }) => !isOptional);
      const optional = absent.filter(({ isOptional }) => isOptional);
      // apt installs none of its packages when it does not know one of them.
      for (const items of [required, ...optional.map((item) => [item])])
        apt('install', '-y', '-qq', '--no-install-recommends', ...items.flatMap(({ packages }) => packages));
    });
  }
  return absent
    .filter((item) => !item.isOptional && !isThere(item))
    .map((item) => `${item.program} could not be installed, so ${item.for} were skipped.`);
}

function buildPrograms() {
  return built.flatMap((item) => {
    if (item.insteadOf && find(item.insteadOf)) return [];
    if (!isCurrent(item) && go) {
      process.stdout.write(`Building ${item.program} ${item.version}, once, which takes minutes …\n`);
      mkdirSync(cache, { recursive: true });
      if (item.build) item.build();
      else install(item);
    }
    return find(item.program, [cache])
      ? []
      : [`${item.program} could not be built${go ? '' : ' without Go'}, so ${item.for} were skipped.`];
  });
}

function install({ source, version }) {
  spawnSync(go, ['install', `${source}@${version}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, GOBIN: cache, CGO_ENABLED: '0' },
  });
}

function unpackPrograms() {
  if (!find('etcd', [cache]) && find('apt-get') && find('dpkg')) {
    mkdirSync(cache, { recursive: true });
    unpackEtcd(cache);
  }
  return find('etcd', [cache])
    ? []
    : ["etcd could not be downloaded, so the tests on Kubernetes's API server were skipped."];
}

/** Whether the program exists, in the pinned version if it was built here. */
function isCurrent({ program, version }) {
  const path = find(program, [cache]);
  if (path !== join(cache, program) || !go) return path !== null;
  const { stdout } = spawnSync(go, ['version', '-m', path], { encoding: 'utf8' });
  return stdout.includes(`\t${version}\t`);
}

function isThere({ program, inDocker = false }) {
  return find(program, ['/usr/sbin']) !== null || (inDocker && existsSync('/var/run/docker.sock'));
}

/** @returns the path of a program that was installed or built; null if it is missing */
export function findProgram(program) {
  return find(program, ['/usr/sbin', cache]);
}

/** @returns the program's path; null if it is neither in PATH nor in `folders` */
function find(program, folders = []) {
  const paths = [...(process.env.PATH ?? '').split(delimiter), ...folders].map((folder) =>
    join(folder, program),
  );
  return paths.find(existsSync) ?? null;
}

/** Keeps Debian from starting the servers that it installs: tests start their own. */
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

if (import.meta.main) for (const sentence of installSystemPackages()) console.log(`Missing: ${sentence}`);
