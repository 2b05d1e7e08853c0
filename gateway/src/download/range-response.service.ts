import { AppError, type OutputOf, type openFile } from '@waybill/contracts';
import { type ByteRange, EncryptedObjects } from '@waybill/storage';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeBody } from './pipe-body.js';
import { isUnchanged, requestedRange } from './byte-range.js';

export type OpenedFile = OutputOf<typeof openFile>;

export interface RangeResponse {
  readonly status: 200 | 206 | 304;
  readonly range: ByteRange | null;
}

/** Serves the bytes behind a ticket: conditions, ranges and headers of HTTP, nothing of the product's rules. */
@Injectable()
export class RangeResponseService {
  constructor(private readonly objects: EncryptedObjects) {}

  /**
   * What the request will be answered with, before anything is sent.
   * @throws AppError `files.range-not-satisfiable`
   */
  prepare(request: FastifyRequest, reply: FastifyReply, file: OpenedFile): RangeResponse {
    const etag = `"${file.etag}"`;
    void reply.headers({
      etag,
      'accept-ranges': 'bytes',
      // A copy may be kept, but whether the file is still there and open to this visitor is asked every time.
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    if (isUnchanged(request.headers['if-none-match'], etag)) return { status: 304, range: null };
    const range = requestedRange(request.headers, file.size, etag);
    if (range === 'unsatisfiable') {
      void reply.header('content-range', `bytes */${file.size}`);
      throw new AppError('files.range-not-satisfiable');
    }
    return range === 'whole' ? { status: 200, range: null } : { status: 206, range };
  }

  /**
   * Streams at the pace of the client; a client that stops reading holds up nobody else.
   * @param granted called once nothing can refuse the request any more, before anything is sent
   */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    file: OpenedFile,
    { status, range }: RangeResponse,
    disposition: string | null,
    granted: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    if (status === 304) {
      await granted();
      return void reply.status(status).send();
    }
    // A refusal must not look like the file: its headers are set once it is sure to come.
    const body = request.method === 'HEAD' ? null : await this.open(file, range, granted);
    const length = range ? range.end - range.start + 1 : file.size;
    void reply.status(status).headers({
      'content-type': file.mimeType,
      'content-length': length,
      ...(disposition !== null && { 'content-disposition': disposition }),
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${file.size}` }),
    });
    if (body === null) {
      endWithoutBody(reply);
      return;
    }
    reply.hijack();
    reply.raw.writeHead(status, reply.getHeaders() as OutgoingHttpHeaders);
    await pipeBody(body, reply.raw);
  }

  private async open(
    file: OpenedFile,
    range: ByteRange | null,
    granted: () => Promise<void>,
  ): Promise<Readable> {
    const body = await this.objects.read(file, file.size, range ?? undefined);
    try {
      await granted();
      return body;
    } catch (error) {
      body.destroy();
      throw error;
    }
  }
}

/** Fastify would correct the length to that of the missing body. */
function endWithoutBody(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  reply.raw.end();
}
