import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

// scripts/specification.test.mjs finds the tests that the page names.
const root = new URL('..', import.meta.url).pathname;
const read = (path) => readFileSync(join(root, path), 'utf8');
const settings = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
const requirements = read('docs/specification/settings.md')
  .split(/^- /m)
  .slice(1)
  .map((item) => ({
    names: [...item.split(':', 1)[0].matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
    files: [...item.matchAll(/^ {2}- `([^`]+)`/gm)].map(([, path]) => path),
  }));

test('every setting of .env.example is a requirement, and no other is', () => {
  const listed = requirements.flatMap(({ names }) => names);
  assert.ok(settings.length > 80, 'the file has another form');
  assert.deepEqual(listed.toSorted(), settings.toSorted());
});

test('every setting is named by a file of its tests', () => {
  const unnamed = requirements.flatMap(({ names, files }) => {
    const texts = files.map(read);
    return names.filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
  });
  assert.deepEqual(unnamed, []);
});
