import { MEBIBYTE, parseJson, uiMessages } from '@waybill/contracts';
import { type DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import { type ApiError, fromAnswer } from '../../lib/api/api-error.js';
import { absolute } from '../../lib/paths.js';
import { newUuid } from '../../lib/uuid.js';
import { ConnectionWatch } from './connection.js';
import { deleteUploadOrFile } from './delete-upload.js';
import { isReadable } from './outgoing-file.js';
import { reactionTo, retryDelay } from './retry.policy.js';
import {
  SMALL_BYTES,
  type Transfer,
  type TransferJob,
  type TransferListeners,
  UploadError,
} from './transfer.js';
import { metadataOf } from './upload-metadata.js';

/** Largest body of one request. Many proxies refuse bodies of 100 MB. */
const PIECE_BYTES = 64 * MEBIBYTE;
const MAX_RESTARTS = 3;
const KEEP_INTERVAL_MS = 2_000;

/** Sends one file by tus. Retries, restarts and resumes on its own; only a refusal ends it. */
export class TusTransfer implements Transfer {
  readonly done: Promise<string>;
  private readonly upload: Upload;
  /** Idempotency key: a creation whose response was lost is repeated, and must not create a second upload. */
  private creationKey = newUuid();
  private readonly watch: ConnectionWatch;
  private mode: 'running' | 'paused' | 'cancelled' | 'ended' = 'running';
  /** Whether a POST is in progress. The URL of the upload is unknown until its response. */
  private isCreating = false;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private attempts = 0;
  private restarts = 0;
  private mostSent: number;
  /** Time when the progress was last stored. */
  private keptAt = 0;
  private requests = 0;
  /** Status of a HEAD that was refused. */
  private refusedHead = 0;
  private settle!: { resolve: (fileId: string) => void; reject: (error: UploadError) => void };

  constructor(
    private readonly job: TransferJob,
    private readonly listeners: TransferListeners,
  ) {
    this.mostSent = job.unfinished?.sent ?? 0;
    this.done = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
    this.watch = new ConnectionWatch({
      onOffline: () => this.lose(),
      onOnline: () => this.reconnect(),
      onTick: () => this.keep(this.mostSent),
      onLeave: () => this.keep(this.mostSent, false),
      onDead: () => {
        this.isCreating = false;
        this.reconnect();
      },
    });
    this.upload = new Upload(job.file, {
      endpoint: absolute('/api/uploads'),
      uploadUrl: job.unfinished && absolute(job.unfinished.url),
      metadata: metadataOf(job),
      headers: this.headersOf(job),
      chunkSize: PIECE_BYTES,
      uploadDataDuringCreation: job.file.size <= SMALL_BYTES,
      // Done by this class instead: the user sees each retry, and stored uploads are kept per account.
      retryDelays: null,
      storeFingerprintForResuming: false,
      fingerprint: () => Promise.resolve(''),
      onBeforeRequest: (request) => this.onRequest(request),
      onAfterResponse: (request, response) => this.onResponse(request, response),
      onUploadUrlAvailable: () => this.onCreated(),
      onProgress: (sent) => this.onProgress(sent),
      onChunkComplete: (_size, acknowledged) => this.keep(acknowledged),
      onSuccess: () => this.onSuccess(),
      onError: (error) => void this.onFailure(error),
    });
    this.upload.start();
  }

  pause(): void {
    if (this.mode !== 'running') return;
    this.mode = 'paused';
    this.stopRequest();
    this.keep(this.mostSent);
  }

  resume(): void {
    if (this.mode !== 'paused') return;
    this.mode = 'running';
    this.attempts = 0;
    if (!this.isCreating) this.upload.start();
  }

  cancel(): void {
    this.mode = 'cancelled';
    this.stopRequest();
    this.watch.end();
    // During a creation the URL is unknown: `onCreated` deletes the upload then.
    if (!this.isCreating && this.upload.url !== null) this.terminate(this.upload.url);
  }

  end(): void {
    if (this.mode === 'ended' || this.mode === 'cancelled') return;
    this.stopRequest();
    this.leave();
  }

  /** Aborts the request, except a creation: without its response the URL to resume or delete would be unknown. */
  private stopRequest(): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    if (!this.isCreating) void this.upload.abort();
  }

  /** Blocks requests that tus-js-client would still send after a pause or an end of the transfer. */
  private onRequest(request: HttpRequest): Promise<void> | undefined {
    if (this.mode !== 'running') return new Promise<never>(() => undefined);
    this.requests += 1;
    this.isCreating = request.getMethod() === 'POST';
    this.watch.touch(false);
    return undefined;
  }

  /** tus-js-client creates a new upload after any refused HEAD. Prevents that unless the upload is gone. */
  private onResponse(request: HttpRequest, response: HttpResponse): void {
    this.isCreating = false;
    this.watch.touch(false);
    const status = response.getStatus();
    if (request.getMethod() !== 'HEAD' || status < 300) return;
    this.refusedHead = status;
    throw new Error(`HEAD was refused with ${status}`);
  }

  private onCreated(): void {
    const { url } = this.upload;
    if (this.mode === 'cancelled' && url !== null) this.terminate(url);
    if (this.mode !== 'running') void this.upload.abort();
    else this.listeners.onNews('sending');
    if (this.mode !== 'cancelled') this.keep(this.mostSent);
    this.listeners.onCreated?.();
  }

  private onProgress(sent: number): void {
    const { size } = this.job.file;
    if (Date.now() - this.keptAt > KEEP_INTERVAL_MS) this.keep(sent);
    this.watch.touch(sent === size || (sent > 0 && sent % PIECE_BYTES === 0));
    if (sent > this.mostSent) {
      this.mostSent = sent;
      this.attempts = 0;
    }
    if (this.mode === 'running') this.listeners.onProgress(sent);
  }

  private keep(sent: number, isRunning = this.mode !== 'ended'): void {
    const { url } = this.upload;
    const { file, path, bundleId, storage, unfinished } = this.job;
    if (url === null || file.size <= SMALL_BYTES) return;
    this.keptAt = Date.now();
    storage.keep({
      url: new URL(url).pathname,
      name: file.name,
      path: path ?? unfinished?.path ?? null,
      size: file.size,
      lastModified: file.lastModified,
      bundleId,
      sent,
      isRunning,
    });
  }

  private onSuccess(): void {
    const { url } = this.upload;
    this.watch.end();
    if (url === null || this.mode === 'cancelled') return;
    this.mode = 'ended';
    this.forget(url);
    this.settle.resolve(url.split('/').at(-1) ?? '');
  }

  private async onFailure(error: Error | DetailedError): Promise<void> {
    this.isCreating = false;
    if (this.mode !== 'running') return;
    const failure = this.readFailure(error);
    const { method, status, answer } = failure;
    const { requests } = this;
    if (status === 0 && navigator.onLine && !(await isReadable(this.job.file))) {
      this.refuse(new UploadError(uiMessages.uploadFileChanged));
      return;
    }
    // Ignore the failure if the transfer was paused, or sent another request, during the check.
    if (!this.isRunning() || this.requests !== requests) return;
    const reaction = reactionTo({ method, status, code: answer.code, attempts: this.attempts });
    if (reaction === 'retry') this.retryLater(status === 423 ? 'elsewhere' : 'lost');
    else if (reaction === 'restart' && this.restarts < MAX_RESTARTS) await this.restart();
    else this.refuse(new UploadError(failureOf(status, answer), status));
  }

  /** Reads the mode again after an `await`, where TypeScript still assumes the narrowed type. */
  private isRunning(): boolean {
    return this.mode === 'running';
  }

  private headersOf({ token }: TransferJob): Record<string, string> {
    return { 'Idempotency-Key': this.creationKey, ...(token && { 'X-Verification-Token': token }) };
  }

  private readFailure(error: Error | DetailedError): { method: string; status: number; answer: ApiError } {
    const { originalRequest, originalResponse } = error as Partial<DetailedError>;
    const status = originalResponse?.getStatus() ?? this.refusedHead;
    this.refusedHead = 0;
    const answer = fromAnswer(status, parseJson(originalResponse?.getBody() ?? ''));
    return { method: originalRequest?.getMethod() ?? 'POST', status, answer };
  }

  private retryLater(news: 'lost' | 'elsewhere'): void {
    clearTimeout(this.retryTimer);
    this.listeners.onNews(news);
    this.retryTimer = setTimeout(() => this.reconnect(), retryDelay(this.attempts, Math.random()));
    this.attempts += 1;
  }

  /** Sends a new request immediately, in place of one that may be dead. */
  private reconnect(): void {
    if (this.mode !== 'running' || this.isCreating) return;
    this.stopRequest();
    this.upload.start();
  }

  private lose(): void {
    if (this.mode !== 'running' || this.isCreating) return;
    this.stopRequest();
    this.keep(this.mostSent);
    this.retryLater('lost');
  }

  /** Sends the file from its start, because the upload expired or was deleted elsewhere. */
  private async restart(): Promise<void> {
    this.restarts += 1;
    try {
      // The server also answers 404 for an upload of another account.
      await this.job.requireSameAccount();
    } catch (error) {
      this.refuse(error instanceof UploadError ? error : new UploadError(uiMessages.uploadFailed));
      return;
    }
    if (this.upload.url !== null) this.forget(this.upload.url);
    this.upload.url = null;
    this.creationKey = newUuid();
    this.upload.options.headers = this.headersOf(this.job);
    this.upload.options.uploadUrl = null;
    this.mostSent = 0;
    this.listeners.onProgress(0);
    this.listeners.onNews('restarted');
    if (this.isRunning()) this.upload.start();
  }

  private refuse(error: UploadError): void {
    this.leave();
    this.settle.reject(error);
  }

  /** Ends the transfer. What was sent can be resumed. */
  private leave(): void {
    this.mode = 'ended';
    this.watch.end();
    this.keep(this.mostSent);
  }

  private terminate(url: string): void {
    const path = new URL(url).pathname;
    // If the deletion fails, the upload stays in the list of interrupted uploads, where it can be discarded.
    void deleteUploadOrFile(path).then(
      () => this.job.storage.forget(path),
      () => undefined,
    );
  }

  private forget(url: string): void {
    this.job.storage.forget(new URL(url).pathname);
  }
}

function failureOf(status: number, { message }: ApiError): string {
  if (status > 0 && status < 300) return uiMessages.uploadNoId;
  return message ?? (status === 403 ? uiMessages.uploadStorageExceeded : uiMessages.uploadFailed);
}
