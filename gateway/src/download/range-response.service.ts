import { Inject, Injectable } from '@nestjs/common';
import { AppError, type openFile, type OutputOf } from '@waybill/contracts';
import { type ByteRange, EncryptedObjects } from '@waybill/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { TRAFFIC_LIMITS, type TrafficLimits } from '../limits/traffic.limits.js';
import { TransferPace } from '../limits/transfer-pace.js';
import { isUnchanged } from '../http/entity-tag.js';
import { requestedRange } from './byte-range.js';
import { pipeBody, sendBytes } from './pipe-body.js';

/** A file that the caller may read, with the ticket of its bytes. */
export type OpenedFile = OutputOf<typeof openFile>;

/** Status and range that a request will be answered with. */
export interface RangeResponse {
  readonly status: 200 | 206 | 304;
  /** Null: the whole file. */
  readonly range: ByteRange | null;
}

/** Serves bytes over HTTP: conditional requests, ranges and headers (RFC 9110). Knows no rules of the product. */
@Injectable()
export class RangeResponseService {
  constructor(
    private readonly objects: EncryptedObjects,
    @Inject(TRAFFIC_LIMITS) private readonly limits: TrafficLimits,
  ) {}

  /**
   * Evaluates the conditions and the range of the request, and sets the headers that all responses share.
   * @throws AppError `files.range-not-satisfiable`
   */
  prepare(
    request: FastifyRequest,
    reply: FastifyReply,
    file: Pick<OpenedFile, 'etag' | 'size'>,
  ): RangeResponse {
    const etag = `"${file.etag}"`;
    void reply.headers({
      etag,
      'accept-ranges': 'bytes',
      // Browsers may keep a copy, but must revalidate it: the file may have been deleted or protected since.
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

  /** Opens the bytes of the response; null for HEAD and 304, which have none. */
  async openBody(
    { method }: FastifyRequest,
    file: OpenedFile,
    { status, range }: RangeResponse,
  ): Promise<Readable | Buffer | null> {
    if (method === 'HEAD' || status === 304) return null;
    return this.objects.open(file, file.size, range ?? undefined);
  }

  /**
   * Sends headers and body, at the pace of the client. The file's own headers are set only here, so that an error
   * response never carries them.
   */
  async send(
    reply: FastifyReply,
    file: Pick<OpenedFile, 'mimeType' | 'size'>,
    { status, range }: RangeResponse,
    body: Readable | Buffer | null,
    disposition: string,
  ): Promise<void> {
    void reply.header('content-disposition', disposition);
    if (status === 304) {
      // With the disposition, because the file may have another name than the copy in the browser (RFC 9110 §15.4.5).
      // Type and bytes are those of the ETag.
      await reply.status(status).send();
      return;
    }
    void reply.status(status).headers({
      'content-type': file.mimeType,
      'content-length': range ? range.end - range.start + 1 : file.size,
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${file.size}` }),
    });
    // Fastify would overwrite the Content-Length of a response without a body (HEAD).
    reply.hijack();
    reply.raw.writeHead(status, reply.getHeaders() as OutgoingHttpHeaders);
    if (body === null) reply.raw.end();
    else if (Buffer.isBuffer(body)) await sendBytes(body, reply.raw, new TransferPace(this.limits));
    else await pipeBody(body, reply.raw, new TransferPace(this.limits));
  }
}
