import { median } from '@waybill/testing/median';
import { formatSize } from '../report/size.js';
import { pairwiseRatios } from '../report/statistics.js';
import { spread, table } from '../report/table.js';
import type { TransferTimes } from '../speed/rounds.js';
import { transferTable } from '../speed/transfer-table.js';
import { EVENTS, type EventSeries } from './events.js';
import { CONNECTIONS, LIMIT, type RateSeries, type Scaling } from './scaling.js';

export interface DistributedResult {
  readonly machine: string;
  readonly command: string;
  /** Bytes of the transferred file. */
  readonly size: number;
  readonly rounds: number;
  /** In both lists, the first entry is the single process. */
  readonly transfers: TransferTimes;
  readonly events: readonly EventSeries[];
  readonly scaling: Scaling;
}

/** Renders the result as Markdown. */
export function distributedReport(result: DistributedResult): string {
  const { machine, command, size, rounds, transfers, events, scaling } = result;
  return [
    `\`${command}\``,
    machine,
    `Medians of ${rounds} rounds, in brackets the least and the greatest. A ratio is made within each round.`,
    `### Upload of ${formatSize(size)}, to files and to MinIO`,
    transferTable(transfers.uploads),
    `### Download of ${formatSize(size)}, from files and from MinIO`,
    transferTable(transfers.downloads),
    `### Events from outbox to effect, ${EVENTS} at once`,
    rateTable('Events/s', events),
    `### Metadata calls on ${CONNECTIONS} connections`,
    rateTable('Requests/s', scaling.free),
    `### The same, each process with ${LIMIT * 100} % of one processor`,
    scaling.limited === null
      ? 'This machine did not let us limit the processes.'
      : rateTable('Requests/s', scaling.limited),
  ].join('\n\n');
}

function rateTable(unit: string, series: readonly RateSeries[]): string {
  const reference = series[0]!;
  const rows = series.map((one) => {
    const ratios = pairwiseRatios(one.perSecond, reference.perSecond);
    return [
      one.label,
      spread(one.perSecond, median(one.perSecond), 0),
      one === reference ? '1' : spread(ratios, median(ratios), 2),
    ];
  });
  return table(['Waybill as', unit, 'Ratio'], rows);
}
