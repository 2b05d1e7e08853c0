import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runFixture } from './run-fixture.mjs';

test('test files with a context of their own share parsed modules, and no state', () => {
  const { status, stderr } = runFixture('own-context', '(first|second)');
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Tests: {7}4 passed, 4 total/);
});

test('tests fail where parsed modules are shared', () => {
  const { status, stderr } = runFixture('own-context', 'fails');
  assert.equal(status, 1);
  assert.match(stderr, /Tests: {7}1 failed, 1 total/);
});
