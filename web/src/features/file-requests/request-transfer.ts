import { MEBIBYTE, uiMessages } from '@waybill/contracts';
import { type ApiError, fromAnswer } from '../../lib/api/api-error.js';
import { timings } from '../../lib/timings.js';

/** Proxies cap bodies at 100 MB. */
const PIECE_BYTES = 64 * MEBIBYTE;
const RETRY_DELAYS_MS = [1_000, 3_000, 10_000, 20_000, 30_000];
const VERSION = { 'tus-resumable': '1.0.0' };

/** A failed upload to a file request. */
export class SendError extends Error {
  constructor(readonly answer: ApiError) {
    super(answer.message ?? uiMessages.uploadFailed);
  }
}

/** What the server has to know of a file before its first byte. */
export interface Destination {
  readonly slug: string;
  readonly sender: string;
  readonly senderEmail: string;
  /** Token of a request with a password. */
  readonly token: string | null;
}

/**
 * Sends a file to a file request by tus, and continues after a lost connection.
 * @throws SendError
 */
export async function sendToRequest(
  file: File,
  destination: Destination,
  { onProgress, signal }: { onProgress: (fraction: number) => void; signal: AbortSignal },
): Promise<void> {
  const location = await retrying(signal, () => create(file, destination, signal));
  const report = (sent: number) => onProgress(file.size === 0 ? 1 : sent / file.size);
  let offset = 0;
  while (offset < file.size) {
    const start = offset;
    try {
      offset = await append({ file, location, offset, signal, onProgress: (sent) => report(start + sent) });
    } catch (error) {
      if (!isTemporary(error)) throw error;
      offset = await retrying(signal, () => offsetOf(location, signal));
    }
    report(offset);
  }
}

async function create(file: File, destination: Destination, signal: AbortSignal): Promise<string> {
  const { slug, sender, senderEmail, token } = destination;
  const metadata = { filename: file.name, request: slug, sender, senderEmail };
  const { status, text, header } = await call(signal, {
    method: 'POST',
    url: '/api/uploads',
    headers: {
      ...VERSION,
      'upload-length': String(file.size),
      'upload-metadata': Object.entries(metadata)
        .filter(([, value]) => value !== '')
        .map(([key, value]) => `${key} ${toBase64(value)}`)
        .join(','),
      ...(token !== null && { 'x-verification-token': token }),
    },
  });
  const location = header('location');
  if (status !== 201 || location === null) throw failed(status, text);
  return location;
}

interface Append {
  readonly file: File;
  readonly location: string;
  readonly offset: number;
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number) => void;
}

/** @returns the new offset */
async function append({ file, location, offset, signal, onProgress }: Append): Promise<number> {
  const { status, text, header } = await call(signal, {
    method: 'PATCH',
    url: location,
    headers: {
      ...VERSION,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    body: file.slice(offset, offset + PIECE_BYTES),
    onProgress,
  });
  if (status !== 204) throw failed(status, text);
  return Number(header('upload-offset'));
}

async function offsetOf(location: string, signal: AbortSignal): Promise<number> {
  const { status, header } = await call(signal, { method: 'HEAD', url: location, headers: VERSION });
  if (status !== 200) throw failed(status, '');
  return Number(header('upload-offset'));
}

interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Blob;
  readonly onProgress?: (sent: number) => void;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly header: (name: string) => string | null;
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. Status 0: without an answer. */
function call(signal: AbortSignal, { method, url, headers, body, onProgress }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded);
    request.onloadend = () => {
      signal.removeEventListener('abort', abort);
      if (signal.aborted) reject(new DOMException('Upload cancelled', 'AbortError'));
      const header = (name: string) => request.getResponseHeader(name);
      resolve({ status: request.status, text: request.responseText, header });
    };
    request.open(method, url);
    request.timeout = timings.httpTimeout;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body ?? null);
  });
}

/** Repeats what the network or a busy server refused. */
async function retrying<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      await pause(delay, signal);
    }
  }
  return work();
}

function isTemporary(error: unknown): boolean {
  if (!(error instanceof SendError)) return false;
  const { status } = error.answer;
  return status === null || status >= 500 || [408, 409, 423].includes(status);
}

function failed(status: number, text: string): SendError {
  return new SendError({ ...fromAnswer(status, parseJson(text)), status: status === 0 ? null : status });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('Upload cancelled', 'AbortError'));
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}

function toBase64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
