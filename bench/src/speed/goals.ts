import { median, pairwiseRatios } from '../report/statistics.js';
import type { CallSeries } from './calls.js';
import type { TransferSeries } from './rounds.js';

/** Goals, as ratios to the references of the same run. */
const UPLOAD_AT_LEAST = 0.6;
const DOWNLOAD_AT_LEAST = 0.8;
const P99_AT_MOST = 5;

export interface Goal {
  readonly text: string;
  readonly measured: string;
  readonly met: boolean;
}

/** Ratio of a target's throughput to the reference's, one value per round. */
export function throughputRatios(series: TransferSeries, reference: TransferSeries): number[] {
  return pairwiseRatios(series.mibPerSecond, reference.mibPerSecond);
}

/** Ratio of a route's p99 to the reference's, one value per round. */
export function p99Ratios(series: CallSeries, reference: CallSeries): number[] {
  return pairwiseRatios(p99(series), p99(reference));
}

export function transferGoals(
  upload: { waybill: TransferSeries; bare: TransferSeries },
  download: { waybill: TransferSeries; bare: TransferSeries },
): Goal[] {
  const up = median(throughputRatios(upload.waybill, upload.bare));
  const down = median(throughputRatios(download.waybill, download.bare));
  return [
    {
      text: `Upload at ${UPLOAD_AT_LEAST} of the bare pipe or better`,
      measured: up.toFixed(2),
      met: up >= UPLOAD_AT_LEAST,
    },
    {
      text: `Download at ${DOWNLOAD_AT_LEAST} of the bare pipe or better`,
      measured: down.toFixed(2),
      met: down >= DOWNLOAD_AT_LEAST,
    },
  ];
}

export function callGoal(metadata: CallSeries, noop: CallSeries): Goal {
  const times = median(p99Ratios(metadata, noop));
  return {
    text: `p99 of the metadata call at most ${P99_AT_MOST} times that of ${noop.label}`,
    measured: times.toFixed(1),
    met: times <= P99_AT_MOST,
  };
}

function p99({ results }: CallSeries): number[] {
  return results.map((result) => result.p99);
}
