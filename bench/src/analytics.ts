import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { median } from '@waybill/testing/median';
import { fillVisits } from './analytics/fill-visits.js';
import {
  measureCounting,
  measureReports,
  measureVisits,
  type ReportedFile,
} from './analytics/measure-reports.js';
import { plansOf } from './analytics/plans.js';
import { splitHours } from './analytics/split-hours.js';
import { reportCalls } from './analytics/report-calls.js';
import { LoadProcess } from './load/load-process.js';
import type { Options } from './options.js';
import { programs } from './programs.js';
import { describeMachine } from './report/machine.js';
import { table } from './report/table.js';
import { Waybill } from './subjects/waybill.js';
import type { Workspace } from './workspace.js';

const FEW = 10_000;
const ENTRY_BYTES = 1_200;
const COUNTED = 400;

/** Measures reports of a file with ten thousand visits beside one with `--entries` visits, both over the same year. */
export async function measureAnalytics(workspace: Workspace, options: Options): Promise<string> {
  const { environment, rounds, log, entries } = options;
  const load = workspace.own(LoadProcess.start(programs.load));
  const machine = await describeMachine(workspace.path);
  const waybill = await Waybill.start(workspace, {
    label: 'one process',
    program: programs.waybill,
    environment,
  });
  const { account, origin } = waybill;
  const client = new Client({ connectionString: await waybill.databaseUrl() });
  await client.connect();
  workspace.own({ stop: () => client.end() });

  const files: { file: ReportedFile; calls: Readonly<Record<string, string>>; visits: number }[] = [];
  for (const [name, visits] of [
    ['few', FEW],
    ['many', entries],
  ] as const) {
    const { answer } = await load.run({ kind: 'upload', ...account.uploadTarget(), size: 4096 });
    account.uploaded(name, answer);
    await account.totalViewsOnceKnown(name);
    const linkId = randomUUID();
    const file = { id: account.idOf(name), took: new Map<string, number[]>() };
    const began = performance.now();
    await fillVisits(client, { fileId: file.id, linkId, visits });
    log(`  ${visits} visits were stored in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    await splitHours(client, file.id, log);
    files.push({ file, calls: reportCalls(linkId), visits });
  }
  await client.query('VACUUM ANALYZE');
  const cookie = account.uploadTarget().headers['cookie'] ?? '';
  await measureReports(origin, cookie, files, rounds * 5);
  const [few, many] = files.map(({ file }) => file) as [ReportedFile, ReportedFile];
  await measureVisits(origin, [few, many], rounds * 20);
  for (let round = 0; round < rounds; round++)
    for (const [name, file] of [
      ['few', few],
      ['many', many],
    ] as const)
      await measureCounting(origin, file, COUNTED, () => account.totalViews(name));

  const rows = [...few.took].map(([name, took]) => {
    const [one, other] = [median(took), median(many.took.get(name) ?? [])];
    return [name, one.toFixed(1), other.toFixed(1), (other / one).toFixed(2)];
  });
  return [
    `\`${options.command}\``,
    machine,
    `Milliseconds, medians of ${rounds * 5} reports, ${rounds * 20} visits and ${rounds} times ${COUNTED} visits at once. Both files are of the same Waybill, and their visits of the same year.`,
    table(
      ['Call', `${FEW.toLocaleString('en')} visits`, `${entries.toLocaleString('en')} visits`, 'Ratio'],
      rows,
    ),
    'Plans of the queries that read entries, for the file with more visits:',
    await plansOf(client, many.id, files[1]?.calls ?? {}),
  ].join('\n\n');
}

/** Disk space needed, in bytes. */
export function diskForAnalytics({ entries }: Options): number {
  return entries * ENTRY_BYTES;
}
