const { chmodSync, mkdtempSync, statfsSync } = require('node:fs');
const { join } = require('node:path');
const { memoryFolder } = require('../../libs/testing/src/memory-folder.ts');
const { ProcessReaper } = require('../../libs/testing/src/servers/process-reaper.ts');

/** Several times what the files of a run take. */
const NEEDED_BYTES = 6 * 2 ** 30;

/** Mode of /tmp: PostgreSQL and the previews run as users of their own where the tests run as root. */
const MODE = 0o1777;

/** Jest's global setup: puts the temporary files of the run into memory where there is room, for as long as Jest runs. */
module.exports = () => {
  const parent = memoryFolder();
  if (parent === null || process.env.TMPDIR || !hasRoom(parent)) return;
  makeFolder(parent);
};

/** Makes the folder that TMPDIR names, until this process ends. */
function makeFolder(parent) {
  const folder = mkdtempSync(join(parent, 'waybill-tests-'));
  chmodSync(folder, MODE);
  process.env.TMPDIR = folder;
  new ProcessReaper(folder);
}
module.exports.makeFolder = makeFolder;

/** Asks what is free now, which other programs and other runs may have taken. */
function hasRoom(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES;
}
