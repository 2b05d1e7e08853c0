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
  assert.deepEqual(
    [...failedFiles(REPORT)],
    [
      ['/a/x.e2e.ts', null],
      ['/a/y.e2e.ts', null],
    ],
  );
});

test('a file that loads flows names those that failed, unless it failed as a whole', () => {
  const flows = ['browser/b.e2e.ts one', 'browser/b.e2e.ts two', 'browser/c.e2e.ts three'];
  const report = flows.map((title) => `Failed: /a/every.e2e.ts › ${title} ⇒ Error: late\n`).join('');
  assert.deepEqual(failedFiles(report).get('/a/every.e2e.ts'), ['browser/b.e2e.ts', 'browser/c.e2e.ts']);
  const broken = `${report}Failed: /a/every.e2e.ts › the file did not run\n`;
  assert.equal(failedFiles(broken).get('/a/every.e2e.ts'), null);
});

/** Runs what failed again, by a program in place of Jest. @returns what it was started with, one line for each start */
async function startsOf(context, report, exitCode = 0) {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-run-again-'));
  context.after(() => rm(folder, { recursive: true }));
  const seen = join(folder, 'arguments');
  const script = join(folder, 'jest.cjs');
  await writeFile(
    script,
    `const line = [process.env.WAYBILL_FLOWS ?? 'all', ...process.argv.slice(2)].join(' ') + '\\n';
     require('fs').appendFileSync(${JSON.stringify(seen)}, line);
     process.exit(${exitCode});`,
  );
  const command = [process.execPath, script, '-c', 'jest.config.cjs', '--maxWorkers=3', 'src'];
  assert.equal(await passesAgain(command, report, () => undefined), exitCode === 0);
  return (await readFile(seen, 'utf8')).trimEnd().split('\n');
}

test('failed files run again by themselves, with the configuration of their step', async (context) => {
  assert.deepEqual(await startsOf(context, REPORT), [
    'all -c jest.config.cjs --runInBand --runTestsByPath /a/x.e2e.ts /a/y.e2e.ts',
  ]);
});

test('of a file that loads flows only those run again that failed', async (context) => {
  const report = `${REPORT}Failed: /a/every.e2e.ts › api/b.e2e.ts one ⇒ Error: late\n`;
  const again = '-c jest.config.cjs --runInBand --runTestsByPath';
  assert.deepEqual(await startsOf(context, report), [
    `all ${again} /a/x.e2e.ts /a/y.e2e.ts`,
    `api/b.e2e.ts ${again} /a/every.e2e.ts`,
  ]);
});

test('a step fails if a flow fails again', async (context) => {
  const report = 'Failed: /a/every.e2e.ts › api/b.e2e.ts one ⇒ Error: late\n';
  assert.equal((await startsOf(context, report, 1)).length, 1);
});

test('nothing runs again after failures of no file, or of many', async () => {
  const many = Array.from({ length: 7 }, (_, index) => `Failed: /a/${index}.e2e.ts › one ⇒ Error\n`).join('');
  for (const output of ['', many]) assert.equal(await passesAgain(['false'], output, () => undefined), false);
});
