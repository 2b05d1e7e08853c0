import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

const sources = ['libs', 'services', 'gateway', 'standalone', 'operator', 'web/src', 'e2e/src', 'bench/src'];

test('no file and no folder imports itself through others, and no core imports a feature', () => {
  const { status, stdout } = cruise(sources);
  assert.equal(status, 0, stdout);
});

describe('fixtures', () => {
  let found;
  before(() => {
    found = cruise(['scripts/fixtures/cycles', 'scripts/fixtures/core']).stdout;
  });

  test('two files that import each other are refused', () => {
    assert.match(found, /error no-file-cycle: \S+\/cycles\/files\//);
  });

  test('two folders that import each other through different files are refused', () => {
    assert.match(found, /error no-folder-cycle: \S+\/cycles\/folders\//);
    assert.doesNotMatch(found, /error no-file-cycle: \S+\/cycles\/folders\//);
  });

  test('a core folder of files that imports a feature is refused', () => {
    assert.match(found, /error no-feature-in-core: \S+\/core\//);
  });
});

function cruise(paths) {
  const program = join('node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  return spawnSync(process.execPath, [program, '--config', '.dependency-cruiser.cjs', ...paths], {
    encoding: 'utf8',
  });
}
