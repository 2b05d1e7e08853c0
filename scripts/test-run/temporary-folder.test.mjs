import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const SETUP = join(import.meta.dirname, 'temporary-folder.setup.cjs');
const END = '; console.log(process.env.TMPDIR); setInterval(() => {}, 1e6)';

/** Starts a run of tests. @returns its process and its temporary folder */
async function startRun(setUp, environment) {
  const code = `const setUp = require(${JSON.stringify(SETUP)}); ${setUp}${END}`;
  const run = spawn(process.execPath, ['-e', code], { env: { ...process.env, ...environment } });
  const [line] = await once(run.stdout, 'data');
  return { run, folder: String(line).trim() };
}

test('the temporary files of a run are gone after the run was killed', { timeout: 60_000 }, async () => {
  const { run, folder } = await startRun(`setUp.makeFolder(${JSON.stringify(tmpdir())})`);
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/file'), 'x');
  run.kill('SIGKILL');
  while (existsSync(folder)) await sleep(20);
});

test('a run keeps its temporary files in the TMPDIR that it was given', async () => {
  const { run, folder } = await startRun('setUp()', { TMPDIR: import.meta.dirname });
  run.kill('SIGKILL');
  assert.equal(folder, import.meta.dirname);
});
