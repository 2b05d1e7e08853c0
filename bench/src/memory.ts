import { measureCrowd } from './memory/measure-crowd.js';
import { memoryReport } from './memory/memory-report.js';
import { Peak } from './memory/peak.js';
import type { Options } from './options.js';
import { sharedResidentBytes } from './processes/usage.js';
import { programs } from './programs.js';
import { describeMachine } from './report/machine.js';
import { Cluster } from './subjects/cluster.js';
import { Waybill } from './subjects/waybill.js';
import type { Workspace } from './workspace.js';

/** The same crowd before Waybill as one process, then before the gateway of many. @returns Markdown */
export async function measureMemory(workspace: Workspace, options: Options): Promise<string> {
  const { environment } = options;
  const machine = await describeMachine(workspace.path);
  const waybill = await Waybill.start(workspace, {
    label: 'Waybill as one process',
    program: programs.waybill,
    environment,
  });
  const peak = await Peak.watch(async () => sharedResidentBytes(await waybill.databaseProcesses()));
  const whole = [{ label: 'Waybill’s process', pid: waybill.program.pid }];
  const standalone = await measureCrowd(workspace, waybill, whole, options);
  const database = await peak.end();
  await waybill.program.stop();

  const cluster = await Cluster.start(workspace, {
    label: 'Waybill as many processes',
    replicas: 1,
    environment,
  });
  const members = cluster.members.map(({ name, pid }) => ({ label: name, pid }));
  const distributed = await measureCrowd(workspace, cluster, members, options);
  return memoryReport({ machine, options, standalone, database, distributed });
}

/** Bytes on disk at once: every upload, and the file that all download, of both. */
export function diskForMemory({ size, clients }: Options): number {
  return 2 * (clients + 1) * size;
}
