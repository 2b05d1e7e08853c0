import { LoadProcess } from './load/load-process.js';
import type { Options } from './options.js';
import { GIB } from './report/size.js';
import { programs } from './programs.js';
import { describeMachine } from './report/machine.js';
import { runSmall } from './small/run-small.js';
import { smallReport } from './small/small-report.js';
import { RawNodeServer } from './subjects/raw-node.js';
import { Waybill } from './subjects/waybill.js';
import type { Workspace } from './workspace.js';

/** Raised limits, because the load comes from a single client and would exceed the defaults. */
const limits = {
  UPLOADS_AT_ONCE_PER_NETWORK: '256',
  UPLOADS_AT_ONCE: '512',
  PLAN_PRO_MAX_FILES: '1000000',
};

/** Measures small uploads, lists of files and metadata, with the processor time of each. @returns Markdown */
export async function measureSmall(workspace: Workspace, options: Options): Promise<string> {
  const { environment, size, rounds, seconds, log } = options;
  const load = workspace.own(LoadProcess.start(programs.load));
  const machine = await describeMachine(workspace.path);
  const synced = await RawNodeServer.start(workspace, environment, true);
  const waybill = await Waybill.start(workspace, {
    label: 'Waybill',
    program: programs.waybill,
    environment: { ...environment, ...limits },
  });
  const series = await runSmall({ load, synced, waybill, size, rounds, seconds, log });
  return smallReport({ machine, command: options.command, rounds, series });
}

/** Disk space needed, in bytes: each small file takes several blocks. */
export function diskForSmall(): number {
  return 4 * GIB;
}
