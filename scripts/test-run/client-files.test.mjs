import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const { runsAlone } = require('./client-files.cjs');
const { projects } = require('../../jest.packages.config.cjs');

const folder = join(import.meta.dirname, '../../web/src');
const loadsMany = 'every-*.test.ts';

test('npm test runs every test file of the client once: alone, or in a file that loads many', () => {
  const loaded = globSync(loadsMany, { cwd: folder })
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/loadTests\('(.*?)'\)/g)])
    .flatMap(([, pattern]) => globSync(pattern, { cwd: folder }))
    .filter((path) => !runsAlone(join(folder, path)));
  const { testMatch } = projects.find(({ displayName }) => displayName === 'web');
  const matched = testMatch.map((path) => relative(folder, path));
  const all = globSync('**/*.{test,spec}.{ts,tsx}', { cwd: folder, exclude: [loadsMany] });
  assert.ok(matched.length > 1 && all.length > 50);
  assert.deepEqual([...loaded, ...matched].sort(), [loadsMany, ...all].sort());
});
