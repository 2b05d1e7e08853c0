import { LoadProcess } from './load/load-process.js';
import type { Options } from './options.js';
import { residentBytes } from './processes/usage.js';
import { programs } from './programs.js';
import { describeMachine } from './report/machine.js';
import { runCalls } from './speed/calls.js';
import { runTransfers } from './speed/rounds.js';
import { speedReport } from './speed/speed-report.js';
import { Bare } from './subjects/bare.js';
import { startNginx } from './subjects/nginx.js';
import { startTrivial } from './subjects/trivial.js';
import { Waybill } from './subjects/waybill.js';
import type { Workspace } from './workspace.js';

/** Waybill beside its references, all in one run. @returns Markdown */
export async function measureSpeed(workspace: Workspace, options: Options): Promise<string> {
  const { environment, size, rounds, seconds, log } = options;
  const load = workspace.own(LoadProcess.start(programs.load));
  const bare = await Bare.start(workspace, environment);
  const nginx = await startNginx(workspace, bare.folder, environment);
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
    uploads: [bare, ...(nginx?.uploads ? [nginx.uploads] : []), waybill, unsynced],
    downloads: [bare, ...(nginx?.downloads ?? []), waybill],
    size,
    rounds,
    log,
  });
  const { peak } = await residentBytes(waybill.program.pid);
  await unsynced.program.stop();
  const trivial = await startTrivial(workspace, environment);
  const calls = await runCalls({ load, waybill, trivial, rounds, seconds, log });

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

/** Bytes on disk at once: every contender keeps one file, and nginx serves the bare pipe's. */
export function diskForSpeed({ size }: Options): number {
  return 5 * size;
}
