import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
