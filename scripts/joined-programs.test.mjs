import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

test('joined programs consist of ASCII, so that Node keeps their text with one byte for each character', () => {
  const files = globSync('build/**/*.js', { cwd: root });
  assert.ok(files.length > 50);
  const wide = files.filter((file) => /[^\0-\x7f]/.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(wide, []);
});
