import type { LoadProcess } from '../load/load-process.js';
import { cpuSeconds } from '../processes/usage.js';
import { GIB, MIB } from '../report/size.js';
import type { DownloadSubject, UploadSubject } from '../subjects/benchmark-subject.js';
import type { Workspace } from '../workspace.js';

/** Transfers of one target, one value per round. */
export interface TransferSeries {
  readonly label: string;
  readonly mibPerSecond: number[];
  readonly cpuSecondsPerGib: number[];
}

export interface TransferPlan {
  readonly workspace: Workspace;
  readonly load: LoadProcess;
  /** The first entry of each list is the reference. */
  readonly uploads: readonly UploadSubject[];
  readonly downloads: readonly DownloadSubject[];
  /** Bytes of the file. */
  readonly size: number;
  readonly rounds: number;
  /** Prints progress. */
  log(line: string): void;
}

export interface TransferTimes {
  readonly uploads: TransferSeries[];
  readonly downloads: TransferSeries[];
}

/**
 * Runs uploads, then downloads, on every target in turn. Every round reverses the order, so that no target always
 * runs after the same neighbour. The first round warms up, verifies the bytes and is not counted.
 */
export async function runTransfers(plan: TransferPlan): Promise<TransferTimes> {
  const uploads = plan.uploads.map(seriesOf);
  const downloads = plan.downloads.map(seriesOf);
  for (let round = 0; round <= plan.rounds; round++) {
    plan.log(round === 0 ? 'Warming up' : `Round ${round} of ${plan.rounds}`);
    const name = `round-${round}`;
    for (const index of order(plan.uploads.length, round)) {
      const measured = await measureUpload(plan, plan.uploads[index]!, name);
      if (round > 0) add(uploads[index]!, measured);
    }
    for (const index of order(plan.downloads.length, round)) {
      const measured = await measureDownload(plan, plan.downloads[index]!, name, round === 0);
      if (round > 0) add(downloads[index]!, measured);
    }
    for (const subject of plan.uploads) await subject.discard(name);
  }
  return { uploads, downloads };
}

interface Measured {
  readonly mibPerSecond: number;
  readonly cpuSecondsPerGib: number;
}

async function measureUpload(
  { workspace, load, size, log }: TransferPlan,
  subject: UploadSubject,
  name: string,
): Promise<Measured> {
  await workspace.settle();
  const job = { kind: 'upload', ...subject.uploadTarget(name), size } as const;
  const before = await cpuSeconds(await subject.processes());
  const { seconds, answer } = await load.run(job);
  const cpu = (await cpuSeconds(await subject.processes())) - before;
  subject.uploaded(name, answer);
  return report(log, 'up', subject.label, size, seconds, cpu);
}

async function measureDownload(
  { workspace, load, size, log }: TransferPlan,
  subject: DownloadSubject,
  name: string,
  verify: boolean,
): Promise<Measured> {
  await workspace.settle();
  const job = { kind: 'download', ...subject.downloadTarget(name), size, verify } as const;
  const before = await cpuSeconds(await subject.processes());
  const { seconds } = await load.run(job);
  const cpu = (await cpuSeconds(await subject.processes())) - before;
  return report(log, 'down', subject.label, size, seconds, cpu);
}

function report(
  log: (line: string) => void,
  direction: 'up' | 'down',
  label: string,
  size: number,
  seconds: number,
  cpu: number,
): Measured {
  const measured = { mibPerSecond: size / MIB / seconds, cpuSecondsPerGib: cpu / (size / GIB) };
  log(
    `  ${direction.padEnd(4)} ${label.padEnd(24)} ${measured.mibPerSecond.toFixed(0).padStart(6)} MiB/s` +
      `  ${measured.cpuSecondsPerGib.toFixed(2)} CPU s/GiB`,
  );
  return measured;
}

function seriesOf({ label }: { label: string }): TransferSeries {
  return { label, mibPerSecond: [], cpuSecondsPerGib: [] };
}

function add(series: TransferSeries, { mibPerSecond, cpuSecondsPerGib }: Measured): void {
  series.mibPerSecond.push(mibPerSecond);
  series.cpuSecondsPerGib.push(cpuSecondsPerGib);
}

function order(length: number, round: number): number[] {
  const indices = Array.from({ length }, (_, index) => index);
  return round % 2 === 0 ? indices : indices.reverse();
}
