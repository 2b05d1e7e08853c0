import { median } from '@waybill/testing/median';
import type { LatencyResult } from '../load/job.js';
import { formatSize, MIB } from '../report/size.js';
import { spread, table } from '../report/table.js';
import { type Calls, type CallSeries, CONNECTIONS } from './calls.js';
import { callGoal, p99Ratios, transferGoals } from './goals.js';
import type { TransferSeries, TransferTimes } from './rounds.js';
import { transferTable } from './transfer-table.js';

export interface SpeedResult {
  readonly machine: string;
  readonly command: string;
  /** Bytes of the transferred file. */
  readonly size: number;
  readonly rounds: number;
  /** In both lists, the first entry is the raw Node server; the second upload is that server with sync. */
  readonly transfers: TransferTimes;
  /** Labels of Waybill's rows in the tables. */
  readonly waybill: string;
  readonly calls: Calls;
  /** Resident memory of Waybill's process in bytes, without its PostgreSQL. */
  readonly memory: { readonly atRest: number; readonly peak: number };
}

/** Renders the result as Markdown. */
export function speedReport(result: SpeedResult): string {
  const { machine, command, size, rounds, transfers, calls, memory, waybill } = result;
  const { noop, livez, metadata } = calls;
  const goals = [
    ...transferGoals({
      upload: named(transfers.uploads, waybill),
      tusUpload: named(transfers.uploads, `${waybill}, tus`),
      download: named(transfers.downloads, waybill),
      bareUpload: transfers.uploads[0]!,
      syncedUpload: transfers.uploads[1]!,
      bareDownload: transfers.downloads[0]!,
    }),
    callGoal(metadata, noop),
    callGoal(metadata, livez),
  ];
  return [
    `\`${command}\``,
    machine,
    `Medians of ${rounds} rounds, in brackets the least and the greatest. A ratio is made within each round.`,
    `### Upload of ${formatSize(size)}`,
    transferTable(transfers.uploads),
    `### Download of ${formatSize(size)}`,
    transferTable(transfers.downloads),
    `### Calls on ${CONNECTIONS} connections`,
    callTable(calls),
    '### Resident memory',
    `Waybill's process held ${mebibytes(memory.atRest)} before the first transfer and ${mebibytes(memory.peak)} at its peak.`,
    '### Goals',
    table(
      ['Goal', 'Measured', 'Met'],
      goals.map(({ text, measured, met }) => [text, measured, met ? 'yes' : '**no**']),
    ),
  ].join('\n\n');
}

function callTable({ noop, livez, metadata }: Calls): string {
  const rows = [noop, livez, metadata].map((call) => [
    call.label,
    valuesOf(call, 'requestsPerSecond', 0),
    valuesOf(call, 'p50', 1),
    valuesOf(call, 'p99', 1),
    median(p99Ratios(call, noop)).toFixed(1),
    median(p99Ratios(call, livez)).toFixed(1),
  ]);
  return table(
    ['Route', 'Requests/s', 'p50 ms', 'p99 ms', `p99 to ${noop.label}`, `p99 to ${livez.label}`],
    rows,
  );
}

function valuesOf({ results }: CallSeries, name: keyof LatencyResult, digits: number): string {
  const values = results.map((result) => result[name]);
  return spread(values, median(values), digits);
}

function named(series: readonly TransferSeries[], label: string): TransferSeries {
  const found = series.find((one) => one.label === label);
  if (!found) throw new Error(`Nothing was measured of ${label}`);
  return found;
}

function mebibytes(bytes: number): string {
  return `${(bytes / MIB).toFixed(0)} MiB`;
}
