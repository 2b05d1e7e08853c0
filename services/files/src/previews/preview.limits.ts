import type { PreviewTask } from './preview-task.js';

/** Started attempts after which a preview counts as failed. Limited, because a file can crash its worker. */
export const MAX_PREVIEW_ATTEMPTS = 5;

/** Resource limits of one kind of preview, against decompression bombs and other hostile files. */
export interface PreviewLimits {
  /** Wall-clock time. A file that exceeds it is tried again later, because the machine may be busy. */
  readonly deadlineMs: number;
  /** CPU time of each process. A file that exceeds it fails. The limit also ends a child whose worker was killed. */
  readonly cpuSeconds: number;
  /** Writable memory of each process, in MiB. */
  readonly memory: number;
}

const defaultLimits: PreviewLimits = { deadlineMs: 60_000, cpuSeconds: 20, memory: 1_536 };

export const previewLimits: Readonly<Record<PreviewTask['kind'], PreviewLimits>> = {
  image: defaultLimits,
  pdf: defaultLimits,
  video: defaultLimits,
  archive: defaultLimits,
  office: { deadlineMs: 120_000, cpuSeconds: 60, memory: 3_072 },
  probe: { ...defaultLimits, deadlineMs: 20_000 },
};
