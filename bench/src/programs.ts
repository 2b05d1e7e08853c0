import { fileURLToPath } from 'node:url';

/** Built programs that the benchmarks start as processes. */
export const programs = {
  load: pathOf('./load/load-main.js'),
  rawNodeServer: pathOf('./subjects/raw-node-server.js'),
  noopServer: pathOf('./subjects/noop-server.js'),
  waybill: pathOf('../../build/standalone/main.js'),
  /** `waybill` before its modules are joined, so that a profile names the module of each function. */
  waybillByModule: pathOf('../../standalone/dist/main.js'),
  cluster: pathOf('../../scripts/cluster/main.mjs'),
  unsyncedWaybill: pathOf('./subjects/unsynced-waybill.js'),
};

/** Folder of temporary files. It is inside the repository because the system's own may be in memory. */
export const scratchFolder = pathOf('../data');

/** The page that `--write` updates. */
export const reportFile = pathOf('../../docs/benchmarks.md');

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
