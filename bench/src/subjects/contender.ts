import type { UploadJob } from '../load/job.js';

/** Where to send a file; its size and pace are the benchmark's to say. */
export type UploadTarget = Pick<UploadJob, 'url' | 'method' | 'headers' | 'framing'>;

export interface DownloadTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One line of a table. */
interface Contender {
  readonly label: string;
  /** Ids of the processes whose processor time is spent on its transfers. */
  processes(): Promise<number[]>;
}

/** Takes files, which it knows by the names the benchmark gave them. */
export interface UploadContender extends Contender {
  uploadTarget(name: string): UploadTarget;
  /** Told of every upload's answer before anything else is done with the file. */
  uploaded(name: string, answer: string): void;
  /** Resolves when the file's bytes are off the disk. */
  discard(name: string): Promise<void>;
}

/** Gives files that were uploaded under these names. */
export interface DownloadContender extends Contender {
  downloadTarget(name: string): DownloadTarget;
}
