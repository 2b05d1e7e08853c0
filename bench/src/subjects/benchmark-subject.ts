import type { UploadJob } from '../load/job.js';

/** The request that uploads a file. The benchmark chooses size and pace. */
export type UploadTarget = Pick<UploadJob, 'url' | 'method' | 'headers' | 'framing' | 'metadata'>;

export interface DownloadTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One row of a table. */
interface BenchmarkSubject {
  readonly label: string;
  /** Ids of the processes whose CPU time counts. */
  processes(): Promise<number[]>;
}

/** Accepts uploads under the names that the benchmark chooses. */
export interface UploadSubject extends BenchmarkSubject {
  uploadTarget(name: string): UploadTarget;
  /** Receives the response of every upload before the file is used. */
  uploaded(name: string, answer: string): void;
  /** Deletes the file. Resolves when its bytes are off the disk. */
  discard(name: string): Promise<void>;
}

/** Serves files that were uploaded under these names. */
export interface DownloadSubject extends BenchmarkSubject {
  downloadTarget(name: string): DownloadTarget;
}
