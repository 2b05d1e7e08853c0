const { spawn } = require('node:child_process');
const { chmodSync, mkdtempSync, statfsSync } = require('node:fs');
const { join } = require('node:path');
const { memoryFolder } = require('../../libs/testing/src/memory-folder.ts');

/** Several times what the files of a run take. */
const NEEDED_BYTES = 6 * 2 ** 30;

/** Mode of /tmp: PostgreSQL and the previews run as users of their own where the tests run as root. */
const MODE = 0o1777;

/** Waits for the end of stdin, then removes the folder. Servers that write to it end at the same time. */
const SCRIPT = 'cat; for try in 1 2 3 4 5; do rm -rf "$1" && exit; sleep 1; done';

/** Jest's global setup: puts the temporary files of the run into memory where there is room, for as long as Jest runs. */
module.exports = () => {
  const parent = memoryFolder();
  if (parent === null || process.env.TMPDIR || !hasRoom(parent)) return;
  const folder = mkdtempSync(join(parent, 'waybill-tests-'));
  chmodSync(folder, MODE);
  process.env.TMPDIR = folder;
  // The pipe closes however this process ends.
  const reaper = spawn('/bin/sh', ['-c', SCRIPT, 'sh', folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reaper.unref();
  reaper.stdin.unref();
};

/** Asks what is free now, which other programs and other runs may have taken. */
function hasRoom(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES;
}
