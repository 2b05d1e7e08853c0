const { chmodSync, mkdtempSync, statfsSync } = require('node:fs');
const { join } = require('node:path');
const { memoryFolder } = require('../../libs/testing/src/memory-folder.ts');
const { ProcessReaper } = require('../../libs/testing/src/servers/process-reaper.ts');

/** Free memory that is required: several times the size of the temporary files of a run. */
const NEEDED_BYTES = 6 * 2 ** 30;

/** Mode of /tmp. If the tests run as root, PostgreSQL and the previews run as other users, which must write there. */
const MODE = 0o1777;

/** Jest's global setup: keeps the temporary files of the run in memory, if there is room, until Jest ends. */
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

/** Whether enough memory is free now: other programs and other test runs use it, too. */
function hasRoom(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES;
}
