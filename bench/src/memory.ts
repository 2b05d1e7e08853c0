import { LoadProcess } from './load/load-process.js';
import { runCrowd } from './memory/crowd.js';
import { memoryReport } from './memory/memory-report.js';
import { Peak } from './memory/peak.js';
import { probeWhile } from './memory/probe.js';
import type { Options } from './options.js';
import { residentBytes, sharedResidentBytes } from './processes/usage.js';
import { programs } from './programs.js';
import { describeMachine } from './report/machine.js';
import { MIB } from './report/size.js';
import { Waybill } from './subjects/waybill.js';
import type { Workspace } from './workspace.js';

const SOURCE = 'source';

/** Many transfers at once, of slow and fast clients, beside one that stopped reading. @returns Markdown */
export async function measureMemory(workspace: Workspace, options: Options): Promise<string> {
  const { environment, size, log } = options;
  const machine = await describeMachine(workspace.path);
  const waybill = await Waybill.start(workspace, {
    label: 'Waybill',
    program: programs.waybill,
    environment,
  });
  const load = workspace.own(LoadProcess.start(programs.load));
  const database = await Peak.watch(async () => sharedResidentBytes(await waybill.databaseProcesses()));
  const atRest = (await residentBytes(waybill.program.pid)).now;

  log('One upload');
  const upload = { kind: 'upload', ...waybill.uploadTarget(), size } as const;
  waybill.uploaded(SOURCE, (await load.run(upload)).answer);
  const download = { kind: 'download', ...waybill.downloadTarget(SOURCE), size } as const;
  await load.run(download);
  log('One download alone');
  const alone = await load.run(download);

  log('One download beside a client that stopped reading');
  const stalled = workspace.own(LoadProcess.start(programs.load));
  // It never ends by itself, so nothing waits for it.
  stalled.run({ ...download, stallAfter: MIB }).catch(() => undefined);
  const besideStalled = await load.run(download);

  log(`${options.clients} uploads and ${options.clients} downloads`);
  const { result: crowd, probes } = await probeWhile(
    waybill.metadataUrl(SOURCE),
    runCrowd(load, waybill, upload, download, options),
  );
  const { peak } = await residentBytes(waybill.program.pid);
  return memoryReport({
    machine,
    options,
    memory: { atRest, peak, database: await database.end() },
    seconds: { alone: alone.seconds, besideStalled: besideStalled.seconds },
    crowd,
    probes,
  });
}

/** Bytes on disk at once: every upload, and the file that all download. */
export function diskForMemory({ size, clients }: Options): number {
  return (clients + 1) * size;
}
