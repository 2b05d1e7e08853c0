import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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

const BUILD = "process.stdout.write('built')";

/** Arguments of a program that builds with the lock. It can be ended, unlike a test that waits for ever. */
const builder = (lock, work = BUILD) => [
  '--input-type=module',
  '-e',
  `import { readFileSync } from 'node:fs';
  import { withBuildLock } from ${JSON.stringify(join(import.meta.dirname, 'build-lock.mjs'))};
  withBuildLock(${JSON.stringify(lock)}, () => { ${work} });`,
];
const timeout = 20_000;

const build = (lock) => spawnSync(process.execPath, builder(lock), { encoding: 'utf8', timeout }).stdout;

test('a build takes over a lock whose process id belongs to another process since a reboot', () => {
  const lock = join(folder, 'rebooted');
  writeFileSync(lock, `${process.pid} f7f1f4ab-8d5e-4c8f-9d5c-6b1f2f0c3a10/4711`);
  assert.equal(build(lock), 'built');
});

test('a build takes over a lock without a start time once it is older than any build', () => {
  const lock = join(folder, 'earlier-version');
  writeFileSync(lock, String(process.pid));
  makeOlder(lock, 2 * 3600);
  assert.equal(build(lock), 'built');
});

test('a build takes over a lock that stays empty, as after a full disk', () => {
  const lock = join(folder, 'empty');
  writeFileSync(lock, '');
  makeOlder(lock, 10);
  assert.equal(build(lock), 'built');
});

test('a build that waits says for which process, and begins once the lock is released', async () => {
  const lock = join(folder, 'held');
  const untilInputEnds = "process.stdout.write('holds'); readFileSync(0)";
  const holder = spawn(process.execPath, builder(lock, untilInputEnds), { timeout });
  await once(holder.stdout, 'data');
  const waiter = spawn(process.execPath, builder(lock), { timeout });
  const [line] = await once(waiter.stderr, 'data');
  assert.equal(String(line), `Waiting for another build of Waybill (process ${holder.pid}, ${lock}) …\n`);
  holder.stdin.end();
  const [built] = await once(waiter.stdout, 'data');
  assert.equal(String(built), 'built');
});

test('a failed build releases its lock', () => {
  const lock = join(folder, 'failed');
  const fail = () => {
    throw new Error('no space');
  };
  assert.throws(() => withBuildLock(lock, fail), /no space/);
  assert.equal(existsSync(lock), false);
});

function makeOlder(path, seconds) {
  const time = Date.now() / 1000 - seconds;
  utimesSync(path, time, time);
}
