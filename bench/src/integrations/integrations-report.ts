import { median } from '@waybill/testing/median';
import { formatSize, MIB } from '../report/size.js';
import { pairwiseRatios } from '../report/statistics.js';
import { spread, table } from '../report/table.js';
import { SCANS_AT_ONCE, type ScanSeries, SMALL_BYTES, SMALL_FILES } from './run-scans.js';
import { EVENTS, TARGETS, type WebhookSeries } from './run-webhooks.js';

export interface IntegrationsResult {
  readonly machine: string;
  readonly command: string;
  readonly rounds: number;
  /** Bytes of the large file. */
  readonly size: number;
  readonly scans: ScanSeries;
  readonly webhooks: readonly WebhookSeries[];
}

/** Renders the result as Markdown. */
export function integrationsReport(result: IntegrationsResult): string {
  const { machine, command, rounds, size, scans, webhooks } = result;
  return [
    `\`${command}\``,
    machine,
    `Medians of ${rounds} rounds, in brackets the least and the greatest.`,
    '### Virus scan',
    `Through a real clamd with one signature, up to ${SCANS_AT_ONCE} scans at once. The files were uploaded before; the time is that until all of them can be opened. The reference sends the same bytes straight to the same clamd.`,
    table(
      ['Scan', 'clamd alone', 'through Waybill', 'Ratio'],
      [
        scanRow(`one file of ${formatSize(size)}, MiB/s`, scans.large, size / MIB),
        scanRow(`${SMALL_FILES} files of ${formatSize(SMALL_BYTES)}, files/s`, scans.small, SMALL_FILES),
      ],
    ),
    '### Webhooks',
    `${EVENTS} uploads for each of ${TARGETS} webhooks. The time is that from the first upload until all living webhooks had all of their posts. A dead one accepts connections and never answers. The reference posts the same bodies to the same receivers, to each one after the other, without a database.`,
    table(
      ['Sender', 'posts/s', 'seconds until all had theirs'],
      webhooks.map(({ label, posts, seconds }) => {
        const rates = seconds.map((value) => posts / value);
        return [label, spread(rates, median(rates), 0), spread(seconds, median(seconds), 2)];
      }),
    ),
  ].join('\n\n');
}

/** @param units MiB or files of a round */
function scanRow(label: string, { direct, waybill }: ScanSeries['large'], units: number): string[] {
  const rates = (seconds: readonly number[]) => seconds.map((value) => units / value);
  const [alone, through] = [rates(direct), rates(waybill)];
  const ratios = pairwiseRatios(through, alone);
  return [
    label,
    spread(alone, median(alone), 0),
    spread(through, median(through), 0),
    spread(ratios, median(ratios), 2),
  ];
}
