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

/** Images that others publish, with the files that ask for them. */
const images = [
  ...filesIn('deploy/docker', 'Dockerfile').flatMap(([file, text]) => {
    const stages = new Set([
      'scratch',
      ...[...text.matchAll(/^FROM .+ AS (\S+)$/gm)].map(([, stage]) => stage),
    ]);
    return [...text.matchAll(/^(?:FROM|COPY --from=)\s*(?:--from=)?(\S+)/gm)]
      .map(([, image]) => ({ file, image }))
      .filter(({ image }) => !stages.has(image) && !image.includes('${'));
  }),
  ...[['docker-compose.yml', read('docker-compose.yml')], ...filesIn('deploy/kubernetes', '.yaml')].flatMap(
    ([file, text]) =>
      parseAllDocuments(text, { merge: true }).flatMap((document) =>
        imagesIn(document.toJS()).map((image) => ({ file, image })),
      ),
  ),
].filter(({ image }) => !image.startsWith('waybill/'));

/** All three numbers of a version (PostgreSQL's have two), or a digest. */
const exact = /^(postgres:\d+\.\d+|[^:]+:v?\d+\.\d+\.\d+)(-[\w.-]+)?$|@sha256:[\da-f]{64}$/;

test('images that others publish are pinned, so that a build of today is one of tomorrow', () => {
  assert.ok(images.length >= 8);
  for (const { file, image } of images) {
    assert.match(image, exact, `${file}: ${image}`);
  }
});

test('an image has one version, wherever it is asked for', () => {
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

test('images run the Node that everything was tested on', () => {
  const { version } = JSON.parse(read('package-lock.json')).packages['node_modules/node'];
  const nodes = images.filter(({ image }) => image.startsWith('node:'));
  assert.deepEqual([...new Set(nodes.map(({ image }) => image))], [`node:${version}-bookworm-slim`]);
});

/** Every `image` of a document, however deep. */
function imagesIn(value) {
  if (value === null || typeof value !== 'object') return [];
  const own = typeof value.image === 'string' ? [value.image] : [];
  return [...own, ...Object.values(value).flatMap(imagesIn)];
}
