import { median } from '@waybill/testing/median';
import { spread, table } from '../report/table.js';
import type { SmallSeries } from './run-small.js';

export interface SmallResult {
  readonly machine: string;
  readonly command: string;
  readonly rounds: number;
  readonly series: readonly SmallSeries[];
}

/** Renders the result as Markdown. */
export function smallReport({ machine, command, rounds, series }: SmallResult): string {
  const rows = series.map(({ label, connections, results, cpuMs }) => {
    const rates = results.map(({ requestsPerSecond }) => requestsPerSecond);
    const p99 = results.map((result) => result.p99);
    return [
      label,
      String(connections),
      spread(rates, median(rates), 0),
      spread(p99, median(p99), 0),
      spread(cpuMs, median(cpuMs), 2),
    ];
  });
  return [
    `\`${command}\``,
    machine,
    `Medians of ${rounds} rounds, in brackets the least and the greatest. CPU time is that of the server with its PostgreSQL.`,
    table(['Operation', 'at once', 'per second', 'p99 ms', 'CPU ms each'], rows),
  ].join('\n\n');
}
