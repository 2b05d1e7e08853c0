import { startPostgres } from '@waybill/testing';
import { runScaling } from './distributed/scaling.js';
import { runEvents } from './distributed/events.js';
import { distributedReport } from './distributed/distributed-report.js';
import { LoadProcess } from './load/load-process.js';
import type { Options } from './options.js';
import { programs } from './programs.js';
import { describeMachine } from './report/machine.js';
import { runTransfers } from './speed/rounds.js';
import { Cluster } from './subjects/cluster.js';
import { Waybill } from './subjects/waybill.js';
import type { Workspace } from './workspace.js';

/** Measures the cluster profile beside one process, in the same run. @returns Markdown */
export async function measureDistributed(workspace: Workspace, options: Options): Promise<string> {
  const { environment, size, rounds, seconds, log } = options;
  const load = workspace.own(LoadProcess.start(programs.load));
  const machine = await describeMachine(workspace.path);
  const database = workspace.own(await startPostgres());
  const standalone = await Waybill.start(workspace, {
    label: 'one process',
    program: programs.waybill,
    environment,
  });
  const one = await Cluster.start(workspace, {
    label: 'one of each process',
    replicas: 1,
    environment: { ...environment, DATABASE_URL: database.url },
  });
  const transfers = await runTransfers({
    workspace,
    load,
    uploads: [standalone, one],
    downloads: [standalone, one],
    size,
    rounds,
    log,
  });
  const events = await runEvents({
    load,
    subjects: [
      { label: standalone.label, account: standalone.account, databaseUrl: await standalone.databaseUrl() },
      { label: one.label, account: one.account, databaseUrl: database.url },
    ],
    rounds,
    log,
  });
  const two = await Cluster.start(workspace, { label: 'two of each process', replicas: 2, environment });
  const scaling = await runScaling({ load, standalone, clusters: [one, two], rounds, seconds, log });
  return distributedReport({ machine, command: options.command, size, rounds, transfers, events, scaling });
}

/**
 * Disk space needed, in bytes: each target keeps one file, and the object store keeps parts until they are joined.
 */
export function diskForDistributed({ size }: Options): number {
  return 4 * size;
}
