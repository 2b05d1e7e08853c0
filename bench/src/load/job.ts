/** Sends a generated file. */
export interface UploadJob {
  readonly kind: 'upload';
  readonly url: string;
  readonly method: 'PUT' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Sends the file as the whole body, as the `file` field of a multipart form, or as an upload that is created at `url`
   * and gets all bytes by one PATCH (tus 1.0.0). The answer of a tus upload is its URL.
   */
  readonly framing: 'raw' | 'multipart' | 'tus';
  /** `Upload-Metadata` of tus. */
  readonly metadata?: string;
  /** Bytes of the file. */
  readonly size: number;
  readonly bytesPerSecond?: number;
}

/** Reads a file of known size and discards it. */
export interface DownloadJob {
  readonly kind: 'download';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly size: number;
  readonly bytesPerSecond?: number;
  /** Compares the received bytes with those that `UploadJob` sends. Costs CPU time. */
  readonly verify?: boolean;
  /** Stops reading after this many bytes and leaves the connection open. */
  readonly stallAfter?: number;
}

/** Requests `urls` round robin on many connections at once. */
export interface LatencyJob {
  readonly kind: 'latency';
  readonly urls: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Appends a visit id of its own to each request, so that each is a new visit. */
  readonly isNewVisit?: boolean;
  /** Sends a file with each request instead. */
  readonly upload?: SmallUpload;
}

/** A file that one request sends. With `tus`, the creation request contains the bytes. */
export type SmallUpload = Pick<UploadJob, 'framing' | 'metadata' | 'size'>;

export type Job = UploadJob | DownloadJob | LatencyJob;

export interface UploadResult {
  /** From before the connection was made until the answer was read. */
  readonly seconds: number;
  readonly answer: string;
}

export interface DownloadResult {
  /** From before the connection was made until the last byte arrived. */
  readonly seconds: number;
}

export interface LatencyResult {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export type ResultOf<J extends Job> = J extends UploadJob
  ? UploadResult
  : J extends DownloadJob
    ? DownloadResult
    : LatencyResult;
