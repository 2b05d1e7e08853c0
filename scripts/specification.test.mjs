import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

// docs/specification.md defines the format: a requirement is a list item, its tests are the items under it.
const root = new URL('..', import.meta.url).pathname;
const folder = join(root, 'docs', 'specification');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));

/** Titles of `it`, `test` and `describe`, with or without a table (`it.each([…])('title')`); not of skipped ones. */
const title =
  /(?:\b(?:it|test|describe)\(|\)\()\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;

/** Requirements of a page with the tests under them, and the lines of items that are neither. */
function read(page) {
  const requirements = [];
  const strays = [];
  const lines = readFileSync(join(folder, page), 'utf8').split('\n');
  for (const [at, line] of lines.entries()) {
    const [, requirement] = /^- (.+)$/.exec(line) ?? [];
    const [, path, name] = /^ {2}- `([^`]+)`: (.+)$/.exec(line) ?? [];
    if (requirement) requirements.push({ line: at + 1, requirement, tests: [] });
    else if (path && requirements.length > 0) requirements.at(-1).tests.push({ line: at + 1, path, name });
    else if (/^\s*[-*+|\d]|^\s+\S/.test(line)) strays.push(at + 1);
  }
  return { requirements, strays };
}

const titlesByPath = new Map();
function titlesOf(path) {
  const known = titlesByPath.get(path);
  if (known) return known;
  const text = readFileSync(join(root, path), 'utf8');
  const titles = [...text.matchAll(title)].map(([, single, double, template]) =>
    (single ?? double ?? template).replaceAll(/\\(.)/g, '$1'),
  );
  titlesByPath.set(path, titles);
  return titles;
}

for (const [page, least] of [
  ['docs/security.md', 50],
  ['docs/decisions/promises-to-operators.md', 40],
]) {
  test(`every test that ${page} names exists`, () => {
    const rows = readFileSync(join(root, page), 'utf8').matchAll(
      /^\|.*\| `([^`]+\.(?:ts|mjs))`: (.+?) *\|$/gm,
    );
    const named = [...rows].flatMap(([, path, names]) => names.split('; ').map((name) => ({ path, name })));
    assert.ok(named.length > least, 'the tables have another form');
    const missing = named.filter(
      ({ path, name }) =>
        !existsSync(join(root, path)) || !titlesOf(path).some((found) => found.includes(name)),
    );
    assert.deepEqual(missing, []);
  });
}

test('the first page of the specification names all its pages', () => {
  const first = readFileSync(join(root, 'docs', 'specification.md'), 'utf8');
  assert.ok(pages.length > 0);
  for (const page of pages) assert.ok(first.includes(`(specification/${page})`), `${page} is not named`);
});

for (const page of pages) {
  const { requirements, strays } = read(page);

  test(`${page}: every requirement names a test`, () => {
    assert.ok(requirements.length > 0, 'there are none');
    assert.deepEqual(strays, [], 'items that name no test');
    const open = requirements.filter(({ tests }) => tests.length === 0);
    assert.deepEqual(
      open.map(({ line, requirement }) => `${line}: ${requirement}`),
      [],
    );
  });

  test(`${page}: every named test exists`, () => {
    const missing = requirements
      .flatMap(({ tests }) => tests)
      .filter(({ path, name }) => {
        const isThere = existsSync(join(root, path));
        return !isThere || !titlesOf(path).some((found) => found.includes(name));
      });
    assert.deepEqual(
      missing.map(({ line, path, name }) => `${line}: ${path}: ${name}`),
      [],
    );
  });
}
