import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

const files = globSync('build/**/*.js', { cwd: root });

function filesWith(pattern) {
  return files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
}

test('joined programs consist of ASCII, so that Node keeps their text with one byte for each character', () => {
  assert.ok(files.length > 50);
  assert.deepEqual(filesWith(/[^\0-\x7f]/), []);
});

test('joined programs do not import node:http, which would load the client behind fetch', () => {
  assert.equal(filesWith(/getBuiltinModule\("node:http"\)/).length, 1);
  assert.deepEqual(filesWith(/(from|import) "(node:)?http"/), []);
});

test('joined programs contain the PostgreSQL driver of TypeORM, and no other', () => {
  assert.equal(filesWith(/class PostgresDriver /).length, 1);
  assert.deepEqual(filesWith(/class (Mysql|SqlServer|Mongo|Oracle)Driver /), []);
});
