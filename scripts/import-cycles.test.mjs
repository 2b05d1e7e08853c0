import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const sources = ['libs', 'services', 'gateway', 'standalone', 'operator', 'web/src', 'e2e/src', 'bench/src'];

test('no file and no folder imports itself through others, and no core imports a feature', () => {
  const { status, stdout } = cruise(sources);
  assert.equal(status, 0, stdout);
});

test('two files that import each other are refused', () => {
  const { stdout } = cruise(['scripts/fixtures/cycles/files']);
  assert.match(stdout, /error no-file-cycle/);
});

test('two folders that import each other through different files are refused', () => {
  const { stdout } = cruise(['scripts/fixtures/cycles/folders']);
  assert.match(stdout, /error no-folder-cycle/);
  assert.doesNotMatch(stdout, /error no-file-cycle/);
});

test('a core folder of files that imports a feature is refused', () => {
  const { stdout } = cruise(['scripts/fixtures/core']);
  assert.match(stdout, /error no-feature-in-core/);
});

function cruise(paths) {
  const program = join('node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  return spawnSync(process.execPath, [program, '--config', '.dependency-cruiser.cjs', ...paths], {
    encoding: 'utf8',
  });
}
