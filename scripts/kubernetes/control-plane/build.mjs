import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Kubernetes 1.34.4. Its libraries carry the same minor and patch version. */
export const kubernetesVersion = 'v1.34.4';
const librariesVersion = 'v0.34.4';

/**
 * Builds a program of `programs` into `folder`. Takes eight minutes of processor time the first time and half a minute
 * with Go's build cache.
 */
export function buildFromKubernetes(program, go, folder) {
  const module = mkdtempSync(join(tmpdir(), 'waybill-kubernetes-'));
  try {
    const source = moduleSource(go);
    if (source === null) return;
    writeFileSync(join(module, 'go.mod'), goMod(readFileSync(join(source, 'go.mod'), 'utf8')));
    writeFileSync(join(module, 'go.sum'), readFileSync(join(source, 'go.sum')));
    mkdirSync(join(module, 'main'));
    copyFileSync(join(import.meta.dirname, `${program}.go`), join(module, 'main', 'main.go'));
    const version = 'k8s.io/component-base/version';
    const [, minor] = /^v1\.(\d+)\./.exec(kubernetesVersion);
    // Without the version kubectl warns about a difference to its own.
    const flags = `-s -w -X ${version}.gitVersion=${kubernetesVersion} -X ${version}.gitMajor=1 -X ${version}.gitMinor=${minor}`;
    // One package at a time: the API server needs 2 GiB of memory to build otherwise.
    const args = ['build', '-trimpath', '-ldflags', flags, '-o', join(folder, program), './main'];
    spawnSync('nice', ['-n', '10', go, ...args], {
      cwd: module,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, GOFLAGS: '-mod=mod -p=1 -buildvcs=false', CGO_ENABLED: '0' },
    });
  } finally {
    rmSync(module, { recursive: true });
  }
}

/** @returns the folder of k8s.io/kubernetes in Go's module cache; null without a module proxy */
function moduleSource(go) {
  const { status, stdout } = spawnSync(
    go,
    ['mod', 'download', '-json', `k8s.io/kubernetes@${kubernetesVersion}`],
    { encoding: 'utf8' },
  );
  return status === 0 ? JSON.parse(stdout).Dir : null;
}

/**
 * Generates a go.mod that requires k8s.io/kubernetes with the published versions of its libraries. `go install` refuses
 * the original module, because its go.mod replaces the libraries by folders.
 */
function goMod(original) {
  const libraries = [...original.matchAll(/^\s+(k8s\.io\/\S+) => \.\/staging/gm)].map(([, name]) => name);
  const [head, ...rest] = original.replaceAll(/replace \([^)]*\)/g, '').split(/^(?=require)/m);
  const requirements = rest
    .join('')
    .replaceAll(/^(\s+k8s\.io\/\S+) v0\.0\.0(?=\s|$)/gm, `$1 ${librariesVersion}`);
  const replacements = libraries.map((name) => `\t${name} => ${name} ${librariesVersion}\n`).join('');
  return (
    head.replace(/^module .*$/m, 'module waybill.invalid/kubernetes') +
    `\nrequire k8s.io/kubernetes ${kubernetesVersion}\n\n${requirements}\nreplace (\n${replacements})\n`
  );
}

/** Downloads Debian's etcd-server and takes the program out of it. Nothing is installed or started. */
export function unpackEtcd(folder) {
  const scratch = mkdtempSync(join(tmpdir(), 'waybill-etcd-'));
  try {
    spawnSync('apt-get', ['download', '-qq', 'etcd-server'], { cwd: scratch, stdio: 'ignore' });
    const archive = readdirSync(scratch).find((name) => name.endsWith('.deb'));
    if (archive === undefined) return;
    spawnSync('dpkg', ['-x', archive, 'files'], { cwd: scratch, stdio: 'ignore' });
    copyFileSync(join(scratch, 'files/usr/bin/etcd'), join(folder, 'etcd'));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
