import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { measure, programsBelow } from './measure.mjs';

test('the soak measures the programs that a process runs, and fails where there is none', async () => {
  assert.throws(() => programsBelow(process.pid), /runs no program of Waybill/);
  const folder = mkdtempSync(join(tmpdir(), 'waybill-measure-'));
  const program = join(folder, 'build/gateway/main.js');
  mkdirSync(join(program, '..'), { recursive: true });
  writeFileSync(program, 'console.log("running"); setInterval(() => undefined, 1000);');
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(child.stdout, 'data');
    assert.deepEqual(programsBelow(process.pid), [{ pid: child.pid, name: 'build/gateway/main.js' }]);
    assert.ok(measure(child.pid).resident > 1);
  } finally {
    child.kill();
    rmSync(folder, { recursive: true });
  }
});
