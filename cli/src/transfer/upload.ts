import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import {
  type DetailedError,
  type HttpRequest,
  type HttpResponse,
  Upload,
  type UploadOptions,
} from 'tus-js-client';
import { type Api, reasonOf, refusalOf } from '../api.js';
import { CommandError, NetworkError, UsageError } from '../errors.js';
import { Progress } from '../output/progress.js';
import { retryDelay, TRANSFER_DELAYS_MS } from '../retry-delay.js';
import { LocalFile } from './local-file.js';
import type { LocalPath } from './local-path.js';
import { fileKey } from './sent-files.js';
import { UploadHttp } from './upload-http.js';
import { UploadUrls } from './upload-urls.js';

/** Bytes per request. Reverse proxies often refuse bodies of 100 MB. */
const PIECE_BYTES = 64 * 1024 * 1024;
/** Bytes per request of a pipe. Smaller, because the last piece stays in memory for a retry. */
const PIPE_PIECE_BYTES = 8 * 1024 * 1024;

/** A file to send. */
export interface Source {
  /** Null: standard input. */
  readonly path: LocalPath | null;
  readonly name: string;
  /** Path in the bundle. */
  readonly relativePath?: string;
  /** Called when the file has changed while it was sent. */
  readonly onChange?: () => void;
}

/** Values of `Upload-Metadata` besides the file's name. */
export type UploadMetadata = Readonly<Record<string, string>>;

/** Sends a file by tus, resuming what an earlier run has sent. @returns the id of the file. @throws CommandError */
export async function upload(
  api: Api,
  source: Source,
  metadata: UploadMetadata = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  // A creation whose response was lost is repeated, and must not create a second upload.
  const keyed: Record<string, string> = { ...api.headers, ...headers, 'idempotency-key': randomUUID() };
  const options: UploadOptions = {
    endpoint: `${api.url}/api/uploads`,
    httpStack: new UploadHttp(),
    headers: keyed,
    metadata: { filename: source.name, ...metadata },
    retryDelays: [...TRANSFER_DELAYS_MS],
    onShouldRetry: shouldRetry,
    onAfterResponse: (request, response) => {
      keepCookie(keyed, response);
      if (request.getMethod() !== 'HEAD' || response.getStatus() < 300) return;
      // tus-js-client creates a new upload after a refused HEAD. Only a file can be sent again, if its upload is gone.
      if (source.path === null || ![404, 410].includes(response.getStatus()))
        throw refusalIn(request, response);
      keyed['idempotency-key'] = randomUUID();
    },
    ...(source.path === null ? ofPipe() : await ofFile(source.path, source.name, api.url, metadata, keyed)),
  };
  // tus-js-client would wait for the first byte of an empty pipe forever.
  const isEmptyPipe = source.path === null && (await hasEnded(process.stdin));
  if (isEmptyPipe) Object.assign(options, { uploadLengthDeferred: false, uploadSize: 0 });
  const pipe = isEmptyPipe ? Readable.from([]) : process.stdin;
  const input = source.path === null ? pipe : await LocalFile.open(source.path);
  const total = input instanceof LocalFile ? input.size : null;
  const progress = new Progress(source.relativePath ?? source.name, total);
  try {
    const id = await run(input, options, progress, total);
    if (input instanceof LocalFile && (await input.hasChanged())) source.onChange?.();
    return id;
  } catch (error) {
    progress.interrupt();
    throw error;
  }
}

/** Keeps the cookie of a sender without a token: only with it does Waybill accept further requests of its upload. */
function keepCookie(headers: Record<string, string>, response: HttpResponse): void {
  // Node has an array here.
  const cookies = [response.getHeader('set-cookie') ?? []].flat();
  if (cookies.length > 0) headers['cookie'] = cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
}

/** Waits for the first bytes. @returns whether the pipe ended without any */
async function hasEnded(pipe: Readable): Promise<boolean> {
  try {
    while (!pipe.readableEnded) {
      const chunk = pipe.read() as Buffer | null;
      if (chunk !== null) {
        pipe.unshift(chunk);
        return false;
      }
      await Promise.race([once(pipe, 'readable'), once(pipe, 'end')]);
    }
    return true;
  } catch (error) {
    throw new UsageError(`Standard input cannot be read: ${(error as Error).message}`);
  }
}

function ofPipe(): Partial<UploadOptions> {
  return { chunkSize: PIPE_PIECE_BYTES, uploadLengthDeferred: true, storeFingerprintForResuming: false };
}

async function ofFile(
  path: LocalPath,
  name: string,
  url: string,
  metadata: UploadMetadata,
  headers: Record<string, string>,
): Promise<Partial<UploadOptions>> {
  // An upload keeps the name with which it began. One under a name of its own is resumed under this name alone.
  const isRenamed = name !== basename(String(path));
  const identity = await fileKey(url, path, { ...metadata, ...(isRenamed && { filename: name }) });
  const { size } = await stat(path);
  return {
    chunkSize: PIECE_BYTES,
    urlStorage: new UploadUrls(headers),
    fingerprint: () => Promise.resolve(identity),
    removeFingerprintOnSuccess: true,
    // Saves a request for a small file.
    uploadDataDuringCreation: size > 0 && size <= PIPE_PIECE_BYTES,
  };
}

function run(
  input: Readable | LocalFile,
  options: UploadOptions,
  progress: Progress,
  total: number | null,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let sent = total ?? 0;
    if (input instanceof Readable) input.on('error', (error) => reject(new UsageError(error.message)));
    const transfer = new Upload(input as never, {
      ...options,
      ...(input instanceof LocalFile && { fileReader: { openFile: () => Promise.resolve(input) } }),
      onProgress: (bytes) => {
        sent = bytes;
        progress.update(bytes);
      },
      onError: (error) => reject(explain(error)),
      onSuccess: () => {
        progress.finish(total ?? sent);
        resolve(basename(new URL(transfer.url ?? '').pathname));
      },
    });
    const resume = async () => {
      const [previous] = options.urlStorage ? await transfer.findPreviousUploads() : [];
      if (previous) transfer.resumeFromPreviousUpload(previous);
      transfer.start();
    };
    resume().catch(reject);
  });
}

/** Sets the delay of the next attempt, which tus-js-client reads after this. */
function shouldRetry(error: DetailedError, attempt: number, { retryDelays }: UploadOptions): boolean {
  // After a wrong offset (409), HEAD returns the right one.
  const isOffsetWrong = error.originalResponse?.getStatus() === 409;
  const failure = isOffsetWrong ? new NetworkError(error.message) : explain(error);
  const delayMs = retryDelay(failure, TRANSFER_DELAYS_MS, attempt);
  if (!retryDelays || delayMs === undefined) return false;
  retryDelays[attempt] = delayMs;
  return true;
}

function refusalIn(request: HttpRequest, response: HttpResponse): CommandError {
  const retryAfter = response.getHeader('retry-after');
  return refusalOf(response.getStatus(), response.getBody(), request.getURL(), retryAfter);
}

function explain(error: Error | DetailedError): Error {
  const { originalRequest, originalResponse, causingError } = error as Partial<DetailedError>;
  if (causingError instanceof CommandError) return causingError;
  if (!originalRequest) return error;
  if (originalResponse) return refusalIn(originalRequest, originalResponse);
  const reason = reasonOf(causingError ?? error);
  return new NetworkError(
    `The connection to ${new URL(originalRequest.getURL()).origin} is broken: ${reason}. Run the same command again to resume.`,
  );
}
