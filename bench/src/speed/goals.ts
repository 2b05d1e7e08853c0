import { median } from '@waybill/testing/median';
import { pairwiseRatios } from '../report/statistics.js';
import type { CallSeries } from './calls.js';
import type { TransferSeries } from './rounds.js';

/** Goals, as ratios to the references of the same run. */
const UPLOAD_AT_LEAST = 0.75;
const TUS_UPLOAD_AT_LEAST = 0.85;
const TUS_UPLOAD_TO_SYNCED_AT_LEAST = 0.95;
const DOWNLOAD_AT_LEAST = 0.95;
/** Processor seconds for a GiB. */
const UPLOAD_CPU_AT_MOST = 1.6;
const DOWNLOAD_CPU_AT_MOST = 0.7;
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

export interface MeasuredTransfers {
  readonly upload: TransferSeries;
  readonly tusUpload: TransferSeries;
  readonly download: TransferSeries;
  readonly bareUpload: TransferSeries;
  readonly syncedUpload: TransferSeries;
  readonly bareDownload: TransferSeries;
}

export function transferGoals(series: MeasuredTransfers): Goal[] {
  const { upload, tusUpload, download, bareUpload, syncedUpload, bareDownload } = series;
  return [
    ratioGoal('Upload', upload, bareUpload, UPLOAD_AT_LEAST),
    ratioGoal('Upload by tus', tusUpload, bareUpload, TUS_UPLOAD_AT_LEAST),
    ratioGoal('Upload by tus', tusUpload, syncedUpload, TUS_UPLOAD_TO_SYNCED_AT_LEAST),
    ratioGoal('Download', download, bareDownload, DOWNLOAD_AT_LEAST),
    cpuGoal('Upload', upload, UPLOAD_CPU_AT_MOST),
    cpuGoal('Download', download, DOWNLOAD_CPU_AT_MOST),
  ];
}

function ratioGoal(what: string, series: TransferSeries, reference: TransferSeries, atLeast: number): Goal {
  const ratio = median(throughputRatios(series, reference));
  return {
    text: `${what} at ${atLeast} of ${reference.label} or better`,
    measured: ratio.toFixed(2),
    met: ratio >= atLeast,
  };
}

function cpuGoal(what: string, { cpuSecondsPerGib }: TransferSeries, atMost: number): Goal {
  const seconds = median(cpuSecondsPerGib);
  return {
    text: `${what} for at most ${atMost} CPU s/GiB`,
    measured: seconds.toFixed(2),
    met: seconds <= atMost,
  };
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
