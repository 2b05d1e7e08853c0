import { median } from '@waybill/testing/median';
import type { Options } from '../options.js';
import { formatSize, MIB } from '../report/size.js';
import { percentile } from '../report/statistics.js';
import { spread, table } from '../report/table.js';
import type { ConcurrencyResult, MemoryUse } from './measure-memory.js';

/** Memory goal of the single process. */
const LIMIT_BYTES = 512 * MIB;
/** Memory goal of a gateway. */
const GATEWAY_LIMIT_BYTES = 256 * MIB;

export interface MemoryResult {
  readonly machine: string;
  readonly options: Options;
  readonly standalone: ConcurrencyResult;
  /** Peak memory of the single process's PostgreSQL in bytes, shared pages counted once. */
  readonly database: number;
  /** Cluster with one of each process, the gateway first. */
  readonly distributed: ConcurrencyResult;
}

/** Renders the result as Markdown. */
export function memoryReport(result: MemoryResult): string {
  const { machine, options, standalone, database, distributed } = result;
  const { clients, size, slowRate, command } = options;
  const [uploads, downloads] =
    options.benchmark === 'bundles'
      ? ['resumable uploads', 'downloads of a bundle’s ZIP']
      : ['uploads', 'downloads'];
  return [
    `\`${command}\``,
    machine,
    `${clients} ${uploads} and ${clients} ${downloads} of ${formatSize(size)} at once, every other client as fast as it could, the rest at ${formatSize(slowRate)}/s each; all the while one more client had stopped reading in the midst of its download. A slow client needs ${(size / slowRate).toFixed(1)} s by itself.`,
    '### One process',
    memoryTable(standalone.memory),
    `Its PostgreSQL held ${mebibytes(database)} MiB at its peak, what its processes share counted once. ${goal(standalone.memory, LIMIT_BYTES)}`,
    transfers(standalone),
    '### One of each process',
    memoryTable(distributed.memory),
    goal(distributed.memory, GATEWAY_LIMIT_BYTES),
    transfers(distributed),
  ].join('\n\n');
}

function memoryTable(memory: readonly MemoryUse[]): string {
  const rows = memory.map(({ label, atRest, peak }, index) => {
    const most = mebibytes(peak);
    return [label, mebibytes(atRest), index === 0 ? `**${most}**` : most];
  });
  return table(['Resident memory, MiB', 'before', 'at its peak'], rows);
}

/** Compares the peak of the first process with its limit. */
function goal([first]: readonly MemoryUse[], limit: number): string {
  if (!first) throw new RangeError('Nothing was watched');
  const verdict = first.peak < limit ? 'met' : '**missed**';
  return `Goal for the ${first.label === 'gateway' ? 'gateway' : 'process'}: under ${mebibytes(limit)} MiB, ${verdict}.`;
}

function transfers({ transferTimes, seconds, probes }: ConcurrencyResult): string {
  return [
    table(
      ['Transfers', 'Number', 'Seconds, median (least–greatest)'],
      [
        transferRow('fast uploads', transferTimes.fastUploads),
        transferRow('slow uploads', transferTimes.slowUploads),
        transferRow('fast downloads', transferTimes.fastDownloads),
        transferRow('slow downloads', transferTimes.slowDownloads),
      ],
    ),
    `All of them ended well. A fast download took ${seconds.alone.toFixed(2)} s alone and ${seconds.besideStalled.toFixed(2)} s beside the client that had stopped reading. ${probes.length} metadata calls during the transfers took ${percentile(probes, 0.5).toFixed(0)} ms in the middle and ${percentile(probes, 0.99).toFixed(0)} ms at p99.`,
  ].join('\n\n');
}

function transferRow(label: string, seconds: readonly number[]): string[] {
  if (seconds.length === 0) return [label, '0', '–'];
  return [label, String(seconds.length), spread(seconds, median(seconds), 1)];
}

function mebibytes(bytes: number): string {
  return (bytes / MIB).toFixed(0);
}
