import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { failedFiles, passesAgain } from './run-again.mjs';

const REPORT = ['/a/x.e2e.ts › one', '/a/x.e2e.ts › two', '/a/y.e2e.ts › three']
  .map((title) => `Failed: ${title} ⇒ Error: late\n`)
  .join('');

test('failed files are named once each', () => {
  assert.deepEqual(failedFiles(REPORT), ['/a/x.e2e.ts', '/a/y.e2e.ts']);
});

test('failed files run again by themselves, with the configuration of their step', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-run-again-'));
  context.after(() => rm(folder, { recursive: true }));
  const seen = join(folder, 'arguments');
  const script = join(folder, 'jest.cjs');
  await writeFile(
    script,
    `require('fs').writeFileSync(${JSON.stringify(seen)}, process.argv.slice(2).join(' '))`,
  );
  const command = [process.execPath, script, '-c', 'jest.config.cjs', '--maxWorkers=3', 'src'];
  assert.equal(await passesAgain(command, REPORT, () => undefined), true);
  assert.equal(
    await readFile(seen, 'utf8'),
    '-c jest.config.cjs --runInBand --runTestsByPath /a/x.e2e.ts /a/y.e2e.ts',
  );
});

test('nothing runs again after failures of no file, or of many', async () => {
  const many = Array.from({ length: 7 }, (_, index) => `Failed: /a/${index}.e2e.ts › one ⇒ Error\n`).join('');
  for (const output of ['', many]) assert.equal(await passesAgain(['false'], output, () => undefined), false);
});
