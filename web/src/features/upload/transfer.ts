import { MEBIBYTE } from '@waybill/contracts';
import type { OutgoingFile } from './outgoing-file.js';
import type { UnfinishedUpload, UnfinishedUploads } from './unfinished-uploads.js';

/** Largest file that is created and sent in one request. It is not resumed after an interruption. */
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
  /** State of an earlier attempt, which the transfer resumes; null: none. */
  readonly unfinished: UnfinishedUpload | null;
  readonly storage: UnfinishedUploads;
  /** Further metadata, such as the file request that the upload is for. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Verification token of the file request that the upload is for. */
  readonly token?: string | null;
  /** Rejects if the user has logged out, or another account has logged in. */
  readonly requireSameAccount: () => Promise<void>;
}

/**
 * - `sending`: bytes go out
 * - `lost`: the network or the server does not answer; retried automatically
 * - `elsewhere`: another tab or device sends this file; retried automatically
 * - `restarted`: the upload is gone from the server, so it began again
 */
export type TransferNews = 'sending' | 'lost' | 'elsewhere' | 'restarted';

export interface TransferListeners {
  readonly onProgress: (bytes: number) => void;
  readonly onNews: (news: TransferNews) => void;
  /** The server knows the upload, and a new browser has its identity cookie. Runs also after a pause or an end. */
  readonly onCreated?: () => void;
}

export interface Transfer {
  /** Resolves with the file's id. Stays pending while paused, and after `cancel` or `end`. @throws UploadError */
  readonly done: Promise<string>;
  pause(): void;
  resume(): void;
  /** Stops the transfer and deletes the bytes that were sent. */
  cancel(): void;
  /** Stops the transfer. The server keeps the bytes that were sent, so that it can be resumed. */
  end(): void;
}

export type StartTransfer = (job: TransferJob, listeners: TransferListeners) => Transfer;
