import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const { projects } = require('../../jest.packages.config.cjs');

const root = join(import.meta.dirname, '../..');
const unit = join(import.meta.dirname, 'unit');

test('npm test runs every test file of the server once: alone, or in a file that loads many', () => {
  const loaders = globSync('*.unit.cjs', { cwd: unit }).map((name) => join(unit, name));
  const loaded = loadedBy(loaders);
  const matched = projects
    .filter(({ displayName }) => !['web', 'scripts/test-run'].includes(displayName))
    .flatMap(({ testMatch }) => testMatch);
  const all = globSync('{libs,services}/*/src/**/*.spec.ts', { cwd: root }).concat(
    globSync('{gateway,standalone,operator,cli,bench}/src/**/*.spec.ts', { cwd: root }),
  );
  assert.ok(loaded.length > 200 && matched.length > 200);
  assert.deepEqual([...loaded, ...matched].sort(), all.map((path) => join(root, path)).sort());
});

/** Paths of the tests that the files register. */
function loadedBy(loaders) {
  const paths = [];
  const keep = (path) => void paths.push(path);
  globalThis.describe = (name) => keep(join(root, name));
  for (const path of loaders) require(path);
  delete globalThis.describe;
  return paths;
}
