import { measureConcurrentTransfers, type MemorySubject } from './memory/measure-memory.js';
import { memoryReport } from './memory/memory-report.js';
import { PeakSampler } from './memory/peak-sampler.js';
import type { Options } from './options.js';
import { sharedResidentBytes } from './processes/usage.js';
import { programs } from './programs.js';
import { describeMachine } from './report/machine.js';
import type { Account } from './subjects/account.js';
import { Cluster } from './subjects/cluster.js';
import { ResumableAndZipped } from './memory/resumable-and-zipped.js';
import { Waybill } from './subjects/waybill.js';
import type { Workspace } from './workspace.js';

/** A Waybill that was started, with its account. */
type Started = MemorySubject & { readonly account: Account };

/**
 * Measures the same concurrent transfers against one process, then against the gateway of a cluster.
 * @returns Markdown
 */
export function measureMemory(workspace: Workspace, options: Options): Promise<string> {
  return measure(workspace, options, (waybill) => waybill);
}

/** Measures as `measureMemory` does, with resumable uploads and with ZIPs of bundles as downloads. @returns Markdown */
export function measureBundles(workspace: Workspace, options: Options): Promise<string> {
  return measure(workspace, options, (waybill) => new ResumableAndZipped(waybill, waybill.account));
}

async function measure(
  workspace: Workspace,
  options: Options,
  subjectOf: (waybill: Started) => MemorySubject,
): Promise<string> {
  const { environment } = options;
  const machine = await describeMachine(workspace.path);
  const waybill = await Waybill.start(workspace, {
    label: 'Waybill as one process',
    program: programs.waybill,
    environment,
  });
  const peak = await PeakSampler.watch(async () => sharedResidentBytes(await waybill.databaseProcesses()));
  const whole = [{ label: 'Waybill’s process', pid: waybill.program.pid }];
  const standalone = await measureConcurrentTransfers(workspace, subjectOf(waybill), whole, options);
  const database = await peak.end();
  await waybill.program.stop();

  const cluster = await Cluster.start(workspace, {
    label: 'Waybill as many processes',
    replicas: 1,
    environment,
  });
  const members = cluster.members.map(({ name, pid }) => ({ label: name, pid }));
  const distributed = await measureConcurrentTransfers(workspace, subjectOf(cluster), members, options);
  return memoryReport({ machine, options, standalone, database, distributed });
}

/** Disk space needed, in bytes: every upload and the shared download, for both targets. */
export function diskForMemory({ size, clients }: Options): number {
  return 2 * (clients + 1) * size;
}
