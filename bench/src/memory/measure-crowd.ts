import { LoadProcess } from '../load/load-process.js';
import type { Options } from '../options.js';
import { residentBytes } from '../processes/usage.js';
import { programs } from '../programs.js';
import { MIB } from '../report/size.js';
import type { DownloadContender, UploadContender } from '../subjects/contender.js';
import type { Workspace } from '../workspace.js';
import { type Crowd, runCrowd } from './crowd.js';
import { probeWhile } from './probe.js';

const SOURCE = 'source';

/** A Waybill of which processes are watched. */
export interface CrowdSubject extends UploadContender, DownloadContender {
  metadataUrl(name: string): string;
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

export interface CrowdResult {
  readonly memory: readonly MemoryUse[];
  /** Of one fast download, alone and beside a client that stopped reading. */
  readonly seconds: { readonly alone: number; readonly besideStalled: number };
  readonly crowd: Crowd;
  /** Milliseconds of metadata calls during it all. */
  readonly probes: readonly number[];
}

/** Many transfers at once, of slow and fast clients, beside one that stopped reading. */
export async function measureCrowd(
  workspace: Workspace,
  subject: CrowdSubject,
  watched: readonly WatchedProcess[],
  options: Options,
): Promise<CrowdResult> {
  const { size, log } = options;
  const load = workspace.own(LoadProcess.start(programs.load));
  const before = await Promise.all(watched.map(({ pid }) => residentBytes(pid)));

  log(`${subject.label}: one upload`);
  const upload = { kind: 'upload', ...subject.uploadTarget(SOURCE), size } as const;
  subject.uploaded(SOURCE, (await load.run(upload)).answer);
  const download = { kind: 'download', ...subject.downloadTarget(SOURCE), size } as const;
  await load.run(download);
  log('One download alone');
  const alone = await load.run(download);

  log('One download beside a client that stopped reading');
  const stalled = workspace.own(LoadProcess.start(programs.load));
  // It never ends by itself, so nothing waits for it.
  stalled.run({ ...download, stallAfter: MIB }).catch(() => undefined);
  const besideStalled = await load.run(download);

  log(`${options.clients} uploads and ${options.clients} downloads`);
  const { result: crowd, probes } = await probeWhile(
    subject.metadataUrl(SOURCE),
    runCrowd(load, subject, upload, download, options),
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
    crowd,
    probes,
  };
}
