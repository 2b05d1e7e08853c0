import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { withBuildLock } from './build-lock.mjs';

const folder = mkdtempSync(join(tmpdir(), 'waybill-build-lock-'));
after(() => rmSync(folder, { recursive: true }));

test('builds of several processes run one after another', async () => {
  const lock = join(folder, 'several/lock');
  const journal = join(folder, 'journal');
  const builder = `
    import { appendFileSync } from 'node:fs';
    import { withBuildLock } from ${JSON.stringify(join(import.meta.dirname, 'build-lock.mjs'))};
    withBuildLock(${JSON.stringify(lock)}, () => {
      appendFileSync(${JSON.stringify(journal)}, 'begin\\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      appendFileSync(${JSON.stringify(journal)}, 'end\\n');
    });`;
  const builders = [1, 2, 3].map(() => spawn(process.execPath, ['--input-type=module', '-e', builder]));
  const codes = await Promise.all(builders.map(async (child) => (await once(child, 'exit'))[0]));
  assert.deepEqual(codes, [0, 0, 0]);
  assert.equal(readFileSync(journal, 'utf8'), 'begin\nend\n'.repeat(3));
  assert.equal(existsSync(lock), false);
});

test('a build takes over the lock of a process that was killed', () => {
  const lock = join(folder, 'lock');
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  // Also the id of this process: in a container, a restarted program often has the id of its predecessor.
  for (const holder of [pid, process.pid]) {
    writeFileSync(lock, String(holder));
    assert.equal(
      withBuildLock(lock, () => 'built'),
      'built',
    );
  }
});

test('a failed build releases its lock', () => {
  const lock = join(folder, 'failed');
  const fail = () => {
    throw new Error('no space');
  };
  assert.throws(() => withBuildLock(lock, fail), /no space/);
  assert.equal(existsSync(lock), false);
});
