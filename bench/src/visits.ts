import { startPostgres } from '@waybill/testing';
import { EVENTS, runEvents } from './distributed/events.js';
import { LoadProcess } from './load/load-process.js';
import type { Options } from './options.js';
import { programs } from './programs.js';
import { describeMachine } from './report/machine.js';
import { Cluster } from './subjects/cluster.js';
import { Waybill } from './subjects/waybill.js';
import { runVisits } from './visits/run-visits.js';
import { visitsReport } from './visits/visits-report.js';
import type { Workspace } from './workspace.js';

/** Raised limits: a request that autocannon aborts at the end of a round still holds its slot in the next round. */
const limits = { DOWNLOADS_AT_ONCE_PER_NETWORK: '256', DOWNLOADS_AT_ONCE: '512' };

/** Measures a new visit, a range of a visit in progress and the events of visits, in one process and in many. */
export async function measureVisits(workspace: Workspace, options: Options): Promise<string> {
  const { environment, size, rounds, seconds, log } = options;
  const load = workspace.own(LoadProcess.start(programs.load));
  const machine = await describeMachine(workspace.path);
  const standalone = await Waybill.start(workspace, {
    label: 'one process',
    program: programs.waybill,
    environment: { ...environment, ...limits },
  });
  const visits = [
    await runVisits({
      load,
      account: standalone.account,
      label: standalone.label,
      size,
      rounds,
      seconds,
      log,
    }),
  ];
  const one = {
    label: standalone.label,
    account: standalone.account,
    databaseUrl: await standalone.databaseUrl(),
  };
  const events = await runEvents({ load, subjects: [one], rounds, log });
  await standalone.program.stop();

  const database = workspace.own(await startPostgres());
  const cluster = await Cluster.start(workspace, {
    label: 'one of each process',
    replicas: 1,
    environment: { ...environment, ...limits, DATABASE_URL: database.url },
  });
  const { account, label } = cluster;
  visits.push(await runVisits({ load, account, label, size, rounds, seconds, log }));
  const many = { label, account, databaseUrl: database.url };
  events.push(...(await runEvents({ load, subjects: [many], rounds, log })));
  return visitsReport({ machine, command: options.command, rounds, visits, events, eventCount: EVENTS });
}

/** Disk space needed, in bytes. */
export function diskForVisits({ size }: Options): number {
  return 100 * size;
}
