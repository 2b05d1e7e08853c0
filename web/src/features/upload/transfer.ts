import { MEBIBYTE } from '@waybill/contracts';
import type { OutgoingFile } from './outgoing-file.js';
import type { UnfinishedUpload, UnfinishedUploads } from './unfinished-uploads.js';

/** Up to this size a file is created and sent by one request, and not resumed. */
export const SMALL_BYTES = MEBIBYTE;

/** A failed upload, with the message to show (spec §8). `status`: 0 without a response. */
export class UploadError extends Error {
  constructor(
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }
}

/** One file to send. */
export interface TransferJob extends OutgoingFile {
  readonly bundleId: string | null;
  /** State of an earlier attempt to resume. */
  readonly unfinished: UnfinishedUpload | null;
  readonly storage: UnfinishedUploads;
  /** Further metadata, such as the file request that the upload is for. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Verification token of the file request that the upload is for. */
  readonly token?: string | null;
  /** Rejects when the person is not signed in any more. */
  readonly requireSameAccount: () => Promise<void>;
}

/**
 * - `sending`: bytes go out
 * - `lost`: the network or the server does not answer; tried again by itself
 * - `elsewhere`: another tab or device sends this file
 * - `restarted`: the upload expired, so it began again
 */
export type TransferNews = 'sending' | 'lost' | 'elsewhere' | 'restarted';

export interface TransferListeners {
  readonly onProgress: (bytes: number) => void;
  readonly onNews: (news: TransferNews) => void;
}

/** One file on its way. */
export interface Transfer {
  /** Resolves with the file's id. Stays open while paused, and after `cancel` and `end`. @throws UploadError */
  readonly done: Promise<string>;
  pause(): void;
  resume(): void;
  /** Deletes what was sent. */
  cancel(): void;
  /** Stops, and keeps what was sent, to be resumed later. */
  end(): void;
}

export type StartTransfer = (job: TransferJob, listeners: TransferListeners) => Transfer;
