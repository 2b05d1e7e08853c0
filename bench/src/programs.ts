import { fileURLToPath } from 'node:url';

/** The built programs that a benchmark runs as processes of their own. */
export const programs = {
  load: pathOf('./load/load-main.js'),
  bareServer: pathOf('./subjects/bare-server.js'),
  trivialServer: pathOf('./subjects/trivial-server.js'),
  waybill: pathOf('../../standalone/dist/main.js'),
  cluster: pathOf('../../scripts/cluster/main.mjs'),
  unsyncedWaybill: pathOf('./subjects/unsynced-waybill.js'),
};

/** Where temporary files go: below the repository, and so on a disk, which the system's own place may not be. */
export const scratchFolder = pathOf('../data');

/** The page that `--write` keeps up to date. */
export const reportFile = pathOf('../../docs/benchmarks.md');

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
