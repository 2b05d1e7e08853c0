import type { DownloadJob, UploadJob } from '../load/job.js';
import type { LoadProcess } from '../load/load-process.js';
import type { Options } from '../options.js';
import type { UploadSubject } from '../subjects/benchmark-subject.js';

/** Duration of each transfer, in seconds. */
export interface ConcurrentTransferTimes {
  readonly fastUploads: readonly number[];
  readonly slowUploads: readonly number[];
  readonly fastDownloads: readonly number[];
  readonly slowDownloads: readonly number[];
}

/** Starts all transfers at once, every second client a slow one. @throws Error when one of them fails */
export async function runConcurrentTransfers(
  load: LoadProcess,
  waybill: UploadSubject,
  upload: UploadJob,
  download: DownloadJob,
  { clients, slowRate }: Options,
): Promise<ConcurrentTransferTimes> {
  const slow = Math.floor(clients / 2);
  const pace = { bytesPerSecond: slowRate };
  const up = async (job: UploadJob, index: number): Promise<number> => {
    const { seconds, answer } = await load.run(job);
    waybill.uploaded(`transferTimes-${job.bytesPerSecond ?? 'fast'}-${index}`, answer);
    return seconds;
  };
  const down = async (job: DownloadJob): Promise<number> => (await load.run(job)).seconds;
  const times = <T>(count: number, make: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)));
  const [slowUploads, slowDownloads, fastUploads, fastDownloads] = await Promise.all([
    times(slow, (index) => up({ ...upload, ...pace }, index)),
    times(slow, () => down({ ...download, ...pace })),
    times(clients - slow, (index) => up(upload, index)),
    times(clients - slow, () => down(download)),
  ]);
  return { slowUploads, slowDownloads, fastUploads, fastDownloads };
}
