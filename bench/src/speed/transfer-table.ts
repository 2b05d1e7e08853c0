import { median } from '@waybill/testing/median';
import { spread, table } from '../report/table.js';
import { throughputRatios } from './goals.js';
import type { TransferSeries } from './rounds.js';

/** Renders the transfers of all targets beside those of the first one, as a Markdown table. */
export function transferTable(series: readonly TransferSeries[]): string {
  const reference = series[0]!;
  const rows = series.map((one) => {
    const ratios = throughputRatios(one, reference);
    return [
      one.label,
      spread(one.mibPerSecond, median(one.mibPerSecond), 0),
      one === reference ? '1' : spread(ratios, median(ratios), 2),
      spread(one.cpuSecondsPerGib, median(one.cpuSecondsPerGib), 2),
    ];
  });
  return table(['Server', 'MiB/s', 'Ratio', 'CPU s/GiB'], rows);
}
