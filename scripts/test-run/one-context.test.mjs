import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runFixture } from './run-fixture.mjs';

test('test files of one worker share third-party modules, and nothing else', () => {
  const { status, stderr } = runFixture('one-context', '(first|second)');
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Tests: {7}4 passed, 4 total/);
});

test('tests fail in the shared context', () => {
  const { status, stderr } = runFixture('one-context', 'fails');
  assert.equal(status, 1);
  assert.match(stderr, /Exceeded timeout of 50 ms/);
  assert.match(stderr, /● a clean-up that fails › passes by itself\n+ +The folder is not empty/);
  assert.match(stderr, /Tests: {7}3 failed, 3 total/);
});
