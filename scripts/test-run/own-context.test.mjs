import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

function runFixture(pattern) {
  const jest = ['node_modules/jest/bin/jest.js', '-c', 'scripts/fixtures/own-context/jest.config.cjs'];
  const args = ['--experimental-vm-modules', ...jest, '--runInBand', pattern];
  const env = { ...process.env, FORCE_COLOR: '0' };
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
}

test('test files with a context of their own share parsed modules, and no state', () => {
  const { status, stderr } = runFixture('(first|second)');
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Tests: {7}4 passed, 4 total/);
});

test('tests fail where parsed modules are shared', () => {
  const { status, stderr } = runFixture('fails');
  assert.equal(status, 1);
  assert.match(stderr, /Tests: {7}1 failed, 1 total/);
});
