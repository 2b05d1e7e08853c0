import { LoadProcess } from '../load/load-process.js';
import type { Options } from '../options.js';
import { residentBytes } from '../processes/usage.js';
import { programs } from '../programs.js';
import { MIB } from '../report/size.js';
import type { DownloadSubject, UploadSubject } from '../subjects/benchmark-subject.js';
import type { Workspace } from '../workspace.js';
import { type ConcurrentTransferTimes, runConcurrentTransfers } from './concurrent-transfers.js';
import { probeWhile } from './probe.js';

const SOURCE = 'source';

/** A benchmark target. */
export interface MemorySubject extends UploadSubject, DownloadSubject {
  metadataUrl(name: string): string;
  /** Size of the download in bytes, where it differs from the size of the file. */
  downloadSize?(name: string): Promise<number>;
}

export interface WatchedProcess {
  readonly label: string;
  readonly pid: number;
}

/** Resident bytes. */
export interface MemoryUse {
  readonly label: string;
  readonly atRest: number;
  readonly peak: number;
}

export interface ConcurrencyResult {
  readonly memory: readonly MemoryUse[];
  /** Duration of one fast download, alone and beside a client that stopped reading. */
  readonly seconds: { readonly alone: number; readonly besideStalled: number };
  readonly transferTimes: ConcurrentTransferTimes;
  /** Latency of metadata calls during the transfers, in milliseconds. */
  readonly probes: readonly number[];
}

/** Runs many transfers of slow and fast clients at once, beside one client that stopped reading. */
export async function measureConcurrentTransfers(
  workspace: Workspace,
  subject: MemorySubject,
  watched: readonly WatchedProcess[],
  options: Options,
): Promise<ConcurrencyResult> {
  const { size, log } = options;
  const load = workspace.own(LoadProcess.start(programs.load));
  const before = await Promise.all(watched.map(({ pid }) => residentBytes(pid)));

  log(`${subject.label}: one upload`);
  const upload = { kind: 'upload', ...subject.uploadTarget(SOURCE), size } as const;
  subject.uploaded(SOURCE, (await load.run(upload)).answer);
  const downloaded = (await subject.downloadSize?.(SOURCE)) ?? size;
  const download = { kind: 'download', ...subject.downloadTarget(SOURCE), size: downloaded } as const;
  await load.run(download);
  log('One download alone');
  const alone = await load.run(download);

  log('One download beside a client that stopped reading');
  const stalled = workspace.own(LoadProcess.start(programs.load));
  // This download never ends, so it is not awaited.
  stalled.run({ ...download, stallAfter: MIB }).catch(() => undefined);
  const besideStalled = await load.run(download);

  log(`${options.clients} uploads and ${options.clients} downloads`);
  const { result: transferTimes, probes } = await probeWhile(
    subject.metadataUrl(SOURCE),
    runConcurrentTransfers(load, subject, upload, download, options),
  );
  const after = await Promise.all(watched.map(({ pid }) => residentBytes(pid)));
  await Promise.all([stalled, load].map((one) => one.stop()));
  return {
    memory: watched.map(({ label }, index) => ({
      label,
      atRest: before[index]!.now,
      peak: after[index]!.peak,
    })),
    seconds: { alone: alone.seconds, besideStalled: besideStalled.seconds },
    transferTimes,
    probes,
  };
}
