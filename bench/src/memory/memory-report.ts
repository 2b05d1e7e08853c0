import type { Options } from '../options.js';
import { formatSize, MIB } from '../report/size.js';
import { median, percentile } from '../report/statistics.js';
import { spread, table } from '../report/table.js';
import type { Crowd } from './crowd.js';

const LIMIT_BYTES = 512 * MIB;

export interface MemoryResult {
  readonly machine: string;
  readonly options: Options;
  /** Bytes; `atRest` and `peak` of Waybill's process alone. */
  readonly memory: { readonly atRest: number; readonly peak: number; readonly database: number };
  /** Of one fast download, alone and beside a client that stopped reading. */
  readonly seconds: { readonly alone: number; readonly besideStalled: number };
  readonly crowd: Crowd;
  /** Milliseconds of metadata calls during it all. */
  readonly probes: readonly number[];
}

/** What the run showed, as Markdown. */
export function memoryReport({ machine, options, memory, seconds, crowd, probes }: MemoryResult): string {
  const { clients, size, slowRate, command } = options;
  const verdict = memory.peak < LIMIT_BYTES ? 'met' : '**missed**';
  return [
    `\`${command}\``,
    machine,
    `${clients} uploads and ${clients} downloads of ${formatSize(size)} at once, every other client as fast as it could, the rest at ${formatSize(slowRate)}/s each; all the while one more client had stopped reading in the midst of its download.`,
    table(
      ['Resident memory', 'MiB'],
      [
        ['Waybill’s process before', mebibytes(memory.atRest)],
        ['Waybill’s process at its peak', `**${mebibytes(memory.peak)}**`],
        ['its PostgreSQL at its peak, what its processes share counted once', mebibytes(memory.database)],
      ],
    ),
    `Goal: under ${mebibytes(LIMIT_BYTES)} MiB, ${verdict}.`,
    table(
      ['Transfers', 'Number', 'Seconds, median (least–greatest)'],
      [
        transferRow('fast uploads', crowd.fastUploads),
        transferRow('slow uploads', crowd.slowUploads),
        transferRow('fast downloads', crowd.fastDownloads),
        transferRow('slow downloads', crowd.slowDownloads),
      ],
    ),
    `All of them ended well. A slow client needs ${(size / slowRate).toFixed(1)} s by itself. A fast download took ${seconds.alone.toFixed(2)} s alone and ${seconds.besideStalled.toFixed(2)} s beside the client that had stopped reading. ${probes.length} metadata calls during the crowd took ${percentile(probes, 0.5).toFixed(0)} ms in the middle and ${percentile(probes, 0.99).toFixed(0)} ms at p99.`,
  ].join('\n\n');
}

function transferRow(label: string, seconds: readonly number[]): string[] {
  if (seconds.length === 0) return [label, '0', '–'];
  return [label, String(seconds.length), spread(seconds, median(seconds), 1)];
}

function mebibytes(bytes: number): string {
  return (bytes / MIB).toFixed(0);
}
