import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';

const documents = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');

test('every relative link of a document leads to a file', () => {
  const broken = documents.filter(existsSync).flatMap((document) => {
    const text = readFileSync(document, 'utf8').replaceAll(/```[\s\S]*?```/g, '');
    return [...text.matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)]
      .map(([, target]) => target)
      .filter((target) => !existsSync(join(dirname(document), target)))
      .map((target) => `${document}: ${target}`);
  });
  assert.deepEqual(broken, []);
});

test('every decision is in the index of decisions', () => {
  const folder = 'docs/decisions';
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const missing = documents
    .filter((path) => dirname(path) === folder && existsSync(path) && basename(path) !== 'README.md')
    .filter((path) => !index.includes(`](${basename(path)})`));
  assert.deepEqual(missing, []);
});

test('every document and every heading of the contract that a comment names exists', () => {
  const headings = readFileSync('docs/specification/contract.md', 'utf8');
  const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js'], { encoding: 'utf8' });
  const broken = sources
    .trim()
    .split('\n')
    .filter((path) => existsSync(path) && !path.endsWith('.test.mjs'))
    .flatMap((path) => {
      // A comment may break a name into two lines.
      const text = readFileSync(path, 'utf8').replaceAll(/\n\s*(?:\*|\/\/) /g, ' ');
      const pages = [...text.matchAll(/(?<![\w/])docs\/[\w/-]+\.md/g)].map(([page]) => page);
      const named = [...text.matchAll(/\(contract, "([^"]+)"/g)].map(([, heading]) => heading);
      return [
        ...pages.filter((page) => !existsSync(page)),
        ...named.filter((heading) => !headings.includes(`\n## ${heading}\n`)),
      ].map((name) => `${path}: ${name}`);
    });
  assert.deepEqual(broken, []);
});
