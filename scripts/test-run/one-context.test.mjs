import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

function runFixture(pattern) {
  const jest = ['node_modules/jest/bin/jest.js', '-c', 'scripts/fixtures/one-context/jest.config.cjs'];
  const args = ['--experimental-vm-modules', ...jest, '--runInBand', pattern];
  const env = { ...process.env, FORCE_COLOR: '0' };
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
}

test('test files of one worker share third-party modules, and nothing else', () => {
  const { status, stderr } = runFixture('(first|second)');
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Tests: {7}4 passed, 4 total/);
});

test('tests fail in the shared context', () => {
  const { status, stderr } = runFixture('fails');
  assert.equal(status, 1);
  assert.match(stderr, /Exceeded timeout of 50 ms/);
  assert.match(stderr, /Tests: {7}2 failed, 2 total/);
});
