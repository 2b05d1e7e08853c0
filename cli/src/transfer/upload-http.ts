import type { ReadStream } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import { UsageError } from '../errors.js';
import { unreadable } from './local-path.js';

/** A connection without a byte for this long counts as broken. Long, because a proxy may pass on a piece at its end. */
const STALL_MS = 120_000;
const WRITE_BYTES = 64 * 1024;

/** A piece of a file, with the number of bytes that tus-js-client expects it to have. */
type FilePiece = ReadStream & { readonly size: number };
type Body = FilePiece | Uint8Array | null;

/**
 * Requests of uploads, in place of those of tus-js-client. These wait forever for a stalled connection and for the rest
 * of an answer, and a file that cannot be read any more ends the program without a sentence.
 */
export class UploadHttp implements HttpStack {
  constructor(private readonly stallMs = STALL_MS) {}

  createRequest(method: string, url: string): HttpRequest {
    return new UploadRequest(method, url, this.stallMs);
  }

  getName(): string {
    return 'UploadHttp';
  }
}

class UploadRequest implements HttpRequest {
  private readonly headers: Record<string, string> = {};
  private request: ClientRequest | undefined;
  private showProgress: (bytesSent: number) => void = () => undefined;

  constructor(
    private readonly method: string,
    private readonly url: string,
    private readonly stallMs: number,
  ) {}

  getMethod = () => this.method;
  getURL = () => this.url;
  getHeader = (name: string) => this.headers[name];
  getUnderlyingObject = () => this.request;

  setHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  setProgressHandler(handler: (bytesSent: number) => void): void {
    this.showProgress = handler;
  }

  abort(): Promise<void> {
    this.request?.destroy();
    return Promise.resolve();
  }

  /** @throws UsageError when a file cannot be read any more, or another error when the connection breaks */
  send(body: Body): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const start = this.url.startsWith('https:') ? requestHttps : requestHttp;
      const length = body instanceof Uint8Array ? body.length : body?.size;
      const request = start(this.url, {
        method: this.method,
        headers: { ...this.headers, ...(length !== undefined && { 'content-length': length }) },
      });
      this.request = request;
      request.setTimeout(this.stallMs, () =>
        request.destroy(new Error(`no byte for ${this.stallMs / 1000} seconds`)),
      );
      request.on('error', reject);
      request.on('response', (response) => {
        buffer(response)
          // A refusal can arrive before the body is sent. The open connection would keep the program running.
          .finally(() => request.writableEnded || request.destroy())
          .then((content) => resolve(answerOf(response, content)), reject);
      });
      if (body === null || length === undefined) request.end();
      else this.write(request, body, length).catch(reject);
    });
  }

  private async write(request: ClientRequest, body: FilePiece | Uint8Array, length: number): Promise<void> {
    let sent = 0;
    const pieces = body instanceof Uint8Array ? Readable.from(slicesOf(body)) : body;
    pieces.on('data', (piece: Uint8Array) => {
      sent += piece.length;
      this.showProgress(sent);
    });
    pieces.pipe(request, { end: false });
    request.once('close', () => pieces.destroy());
    try {
      await new Promise<void>((resolve, reject) => pieces.on('end', resolve).on('error', reject));
      if (sent < length) throw new UsageError(`${pathOf(body)} has become shorter while it was sent`);
      request.end();
    } catch (error) {
      request.destroy();
      if (error instanceof UsageError) throw error;
      throw unreadable(pathOf(body), error);
    }
  }
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += WRITE_BYTES)
    yield bytes.subarray(start, start + WRITE_BYTES);
}

function pathOf(body: FilePiece | Uint8Array): string {
  return body instanceof Uint8Array ? 'Standard input' : String(body.path);
}

function answerOf(response: IncomingMessage, content: Buffer): HttpResponse {
  return {
    getStatus: () => response.statusCode ?? 0,
    // Several `set-cookie` are an array.
    getHeader: (name) => response.headers[name.toLowerCase()] as string | undefined,
    getBody: () => content.toString(),
    getUnderlyingObject: () => response,
  };
}
