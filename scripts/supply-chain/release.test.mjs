import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const bake = read('docker-bake.hcl');
const dockerfile = read('deploy/docker/Dockerfile');
const release = parse(read('.github/workflows/release.yml'));
const { publish } = release.jobs;
const commands = publish.steps.map(({ run = '' }) => run).join('\n');

/** Names of the images. Each image has a stage `system-…`. */
const images = [...dockerfile.matchAll(/^FROM system AS system-([\w-]+)$/gm)].map(([, name]) => name);

test('docker-bake.hcl builds an image for every process and for the tools, in the version of package.json', () => {
  assert.equal(images.length, 8);
  const [, matrix] = /process = \[(.*)\]/.exec(bake);
  assert.deepEqual(JSON.parse(`[${matrix}]`).toSorted(), images.toSorted());
  assert.ok(bake.includes(`default = "${JSON.parse(read('package.json')).version}"`));
});

test('every package, and every address of a released file, has the version of package.json', () => {
  const { version, workspaces } = JSON.parse(read('package.json'));
  const { packages } = JSON.parse(read('package-lock.json'));
  const folders = globSync(workspaces, { cwd: root });
  assert.ok(folders.length > 20);
  for (const folder of folders) {
    assert.equal(JSON.parse(read(join(folder, 'package.json'))).version, version, folder);
    assert.equal(packages[folder].version, version, folder);
  }
  const released = /(?:ref=|blob\/)v(\d+\.\d+\.\d+)/g;
  const files = [
    'deploy/kubernetes/README.md',
    'deploy/kubernetes/components/monitoring/README.md',
    'deploy/observability/prometheus.yml',
  ];
  for (const file of files) {
    const found = [...read(file).matchAll(released)].map(([, one]) => one);
    assert.deepEqual([...new Set(found)], [version], file);
  }
});

test('docker-bake.hcl tags the object store with the version that its Dockerfile builds', () => {
  const [, version] = /minio@v0\.0\.0-(\S+)/.exec(read('deploy/docker/minio.Dockerfile'));
  assert.ok(bake.includes(`/minio:${version}"`));
});

test('a release runs the tests, then publishes every image for amd64 and arm64 with an SBOM and a signature', () => {
  assert.equal(publish.needs, 'test');
  assert.deepEqual(publish.env.PLATFORMS.split(','), ['linux/amd64', 'linux/arm64']);
  assert.deepEqual(publish.env.IMAGES.split(' ').toSorted(), images.toSorted());
  const { with: options } = publish.steps.find(({ uses }) => uses?.startsWith('docker/bake-action'));
  assert.deepEqual([options.push, options.sbom, options.provenance], [true, true, 'mode=max']);
  assert.match(commands, /cosign sign --yes/);
  assert.match(commands, /--fail-on high/);
});

test('a release refuses a tag that differs from the version of package.json', () => {
  assert.match(commands, /\[ "\$GITHUB_REF_NAME" = "v\$version" \]/);
});

test('an image installs its packages before it copies its sources, so that a source change keeps the package layers', () => {
  const stages = dockerfile.split(/^(?=FROM )/m);
  const stage = (name) => stages.find((text) => new RegExp(`^FROM .* AS ${name}$`, 'm').test(text));
  for (const name of ['dependencies', 'installed']) {
    assert.match(stage(name), /npm ci/, name);
    assert.doesNotMatch(stage(name), /^COPY (?!--from=manifests)/m, name);
  }
  for (const name of images) assert.doesNotMatch(stage(`system-${name}`), /^COPY --from/m, name);
});
