import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LOADED_TOGETHER } from './flows.mjs';

const e2e = join(import.meta.dirname, '../../e2e/src');

test('npm test runs every end-to-end file: alone, or in a file that loads many', () => {
  const loaded = globSync('every-*.e2e.ts', { cwd: e2e })
    .filter((name) => name !== 'every-flow-on-cluster.e2e.ts')
    .flatMap((name) =>
      /loadFlows\(\[(.*?)\]/s.exec(readFileSync(join(e2e, name), 'utf8'))?.[1].match(/'.*?'/g),
    )
    .flatMap((pattern) => globSync(pattern.slice(1, -1), { cwd: e2e }));
  const leftOut = globSync('**/*.e2e.ts', { cwd: e2e }).filter((path) =>
    new RegExp(LOADED_TOGETHER).test(`e2e/src/${path}`),
  );
  assert.ok(leftOut.length > 30);
  assert.deepEqual(loaded.sort(), leftOut.sort());
});
