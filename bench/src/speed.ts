import { LoadProcess } from './load/load-process.js';
import type { Options } from './options.js';
import { residentBytes } from './processes/usage.js';
import { programs } from './programs.js';
import { describeMachine } from './report/machine.js';
import { runCalls } from './speed/calls.js';
import { runTransfers } from './speed/rounds.js';
import { speedReport } from './speed/speed-report.js';
import { PsiTransfer } from './subjects/psitransfer.js';
import { RawNodeServer } from './subjects/raw-node.js';
import { startNginx } from './subjects/nginx.js';
import { startNoopServer } from './subjects/noop.js';
import { Waybill } from './subjects/waybill.js';
import type { Workspace } from './workspace.js';

/** Measures Waybill beside its references, in the same run. @returns Markdown */
export async function measureSpeed(workspace: Workspace, options: Options): Promise<string> {
  const { environment, size, rounds, seconds, log } = options;
  const load = workspace.own(LoadProcess.start(programs.load));
  const rawNode = await RawNodeServer.start(workspace, environment);
  const synced = await RawNodeServer.start(workspace, environment, true);
  const { psitransfer, psitransferPid } = options;
  const contenders = psitransfer === null ? [] : [new PsiTransfer(psitransfer, psitransferPid)];
  const nginx = await startNginx(workspace, rawNode.folder, environment);
  const machine = await describeMachine(workspace.path, nginx?.version);
  const waybill = await Waybill.start(workspace, {
    label: 'Waybill',
    program: programs.waybill,
    environment,
  });
  const unsynced = await Waybill.start(workspace, {
    label: 'Waybill, no sync',
    program: programs.unsyncedWaybill,
    environment,
  });
  const atRest = (await residentBytes(waybill.program.pid)).now;

  const transfers = await runTransfers({
    workspace,
    load,
    uploads: [
      rawNode,
      synced,
      ...(nginx?.uploads ? [nginx.uploads] : []),
      waybill,
      waybill.byTus(),
      unsynced,
      ...contenders,
    ],
    downloads: [rawNode, ...(nginx?.downloads ?? []), waybill, ...contenders],
    size,
    rounds,
    log,
  });
  const { peak } = await residentBytes(waybill.program.pid);
  await unsynced.program.stop();
  const noop = await startNoopServer(workspace, environment);
  const calls = await runCalls({ load, waybill, noop, rounds, seconds, log });

  return speedReport({
    machine,
    command: options.command,
    size,
    rounds,
    transfers,
    waybill: waybill.label,
    calls,
    memory: { atRest, peak },
  });
}

/** Disk space needed, in bytes: one file per target, two of Waybill. nginx serves the file of the raw Node server. */
export function diskForSpeed({ size }: Options): number {
  return 8 * size;
}
