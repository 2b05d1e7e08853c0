import type { Pace } from './progress.js';
import type { StartTransfer } from './transfer.js';
import type { UnfinishedUploads } from './unfinished-uploads.js';
import type { ArrivedFile, UploadBundles } from './upload-bundle.js';
import type { UploadItem } from './upload-item.js';

/** One link for all files of a batch, or one for each. */
export type LinkChoice = 'one' | 'each';

/** State of a batch. `problem`: why the whole batch stopped; null if only single files failed (spec §4). */
export interface BatchState {
  readonly step: 'sending' | 'stopped' | 'finishing';
  readonly items: readonly UploadItem[];
  readonly pace: Pace;
  readonly problem: string | null;
  /** Null without a choice: the files are sent to a bundle that exists, or a single file has its own link only. */
  readonly choice: LinkChoice | null;
}

/**
 * Result of a batch. `bundleId`: null if each file has its own link. `inBundle`: number of files in the bundle, those
 * of earlier uploads included.
 */
export interface BatchResult {
  readonly files: readonly ArrivedFile[];
  readonly bundleId: string | null;
  readonly inBundle: number;
}

export interface BatchOptions {
  /** An existing bundle of the user, which gets all files. Null: several files or a folder get a new bundle. */
  readonly targetBundleId: string | null;
  readonly storage: UnfinishedUploads;
  readonly bundles: UploadBundles;
  readonly load: () => Promise<StartTransfer>;
  /** Rejects if the user has logged out, or another account has logged in. */
  readonly requireSameAccount: () => Promise<void>;
  /** Gets null when no file of the batch is left. */
  readonly onChange: (state: BatchState | null) => void;
  /** Runs when all remaining files are uploaded and at least 3 s have passed since the start. */
  readonly onDone: (result: BatchResult) => void;
}
