import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const { bomFormat, metadata, components } = JSON.parse(
  execFileSync(process.execPath, [join(import.meta.dirname, 'sbom.mjs')], { maxBuffer: 64 * 1024 * 1024 }),
);
const named = new Map(components.map((component) => [component.name, component]));

test('the SBOM lists the packages of the product and no tools', () => {
  assert.equal(bomFormat, 'CycloneDX');
  assert.equal(metadata.component.name, 'waybill');
  for (const name of ['fastify', 'sharp', 'amqplib', 'geoip-lite', 'react', 'passport'])
    assert.ok(named.has(name), name);
  for (const name of ['eslint', 'jest', 'nx', 'kubernetes-models']) assert.ok(!named.has(name), name);
});

test('the SBOM lists each component once, with a source, a checksum and a licence', () => {
  const references = components.map((component) => component['bom-ref']);
  assert.equal(new Set(references).size, references.length);
  for (const { name, purl, hashes, licenses } of components) {
    assert.match(purl, /^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/, name);
    assert.match(hashes[0].content, /^[\da-f]{128}$/, name);
    assert.ok(licenses[0].license?.id ?? licenses[0].expression, name);
  }
  assert.deepEqual(named.get('fastify').licenses, [{ license: { id: 'MIT' } }]);
});
