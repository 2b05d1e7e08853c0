import type { Multipart, MultipartFile } from '@fastify/multipart';
import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  abortUpload,
  addFileToUpload,
  AppError,
  type Caller,
  commitUpload,
  type InputOf,
  openUpload,
  type OutputOf,
  renewUpload,
  type Uploaded,
} from '@waybill/contracts';
import { type Logger, LOGGER } from '@waybill/service-kit';
import { EncryptedObjects } from '@waybill/storage';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { toMultipartError } from './multipart-form.js';
import { fileNameOf } from './multipart-file-name.js';
import { SizeLimitedStream } from './size-limited-stream.js';
import { mediaTypeOf } from './media-type.js';

const RENEW_INTERVAL_MS = 30_000;
/** Uploads of one owner take turns: in a crowd it is worth waiting for, with all the bytes there already. */
const PATIENCE_MS = 60_000;

type OpenUpload = OutputOf<typeof openUpload>;
type KeptFile = InputOf<typeof commitUpload>['files'][number];

/** Takes the files of one request: all of them are kept, or none (contract, "Limits are the server's"). */
@Injectable()
export class UploadService {
  constructor(
    private readonly bus: Bus,
    private readonly objects: EncryptedObjects,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async receive(request: FastifyRequest, caller: Caller): Promise<Uploaded> {
    const upload = await this.bus.request(openUpload, { caller }, { timeoutMs: PATIENCE_MS });
    const { uploadId } = upload;
    const cutOff = new AbortController();
    const onClose = () => {
      if (!request.raw.complete) cutOff.abort(new AppError('request.aborted'));
    };
    request.raw.once('close', onClose);
    // It may have gone before anyone listened, while the upload was being opened: then no event will tell.
    if (request.raw.destroyed) cutOff.abort(new AppError('request.aborted'));
    const renewal = setInterval(() => void this.renew(uploadId), RENEW_INTERVAL_MS);
    try {
      const files = await this.keepAll(request, upload, cutOff.signal);
      return await this.bus.request(commitUpload, { uploadId, files }, { timeoutMs: PATIENCE_MS });
    } catch (error) {
      await this.abort(uploadId);
      throw cutOff.signal.aborted ? cutOff.signal.reason : error;
    } finally {
      clearInterval(renewal);
      request.raw.off('close', onClose);
    }
  }

  private async keepAll(
    request: FastifyRequest,
    upload: OpenUpload,
    signal: AbortSignal,
  ): Promise<KeptFile[]> {
    signal.throwIfAborted();
    const kept: KeptFile[] = [];
    for await (const part of partsOf(request)) {
      if (part.type !== 'file') continue;
      // A form sent without a choice has a part with an empty name and nothing in it in its place.
      const isFile = part.fieldname === 'file' && (part.filename !== '' || (await hasBytes(part.file)));
      if (isFile) kept.push(await this.keep(part, upload, signal));
      else part.file.resume();
    }
    if (kept.length === 0) throw new AppError('files.none-sent');
    return kept;
  }

  private async keep(part: MultipartFile, upload: OpenUpload, signal: AbortSignal): Promise<KeptFile> {
    const originalName = fileNameOf(part.filename);
    const { fileId, ...ticket } = await this.bus.request(
      addFileToUpload,
      { uploadId: upload.uploadId, originalName },
      { timeoutMs: PATIENCE_MS },
    );
    const body = new SizeLimitedStream(part.file, upload.maxFileSize, upload.tier);
    const { size } = await this.objects.write(ticket, body, signal);
    return { fileId, size, mimeType: await mediaTypeOf(body.sample, originalName) };
  }

  private async renew(uploadId: string): Promise<void> {
    try {
      await this.bus.request(renewUpload, { uploadId });
    } catch (error) {
      // The lease outlives several renewals; the commit will tell if it did run out.
      this.logger.warn({ err: error, uploadId }, 'An upload could not be renewed');
    }
  }

  private async abort(uploadId: string): Promise<void> {
    try {
      await this.bus.request(abortUpload, { uploadId });
    } catch (error) {
      this.logger.warn({ err: error, uploadId }, 'A failed upload is left to the sweep');
    }
  }
}

/** @throws AppError `request.malformed` for a form that cannot be read to its end */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    throw toMultipartError(error);
  }
}

/** Whether anything comes, or came to grief; nothing of it is taken. */
async function hasBytes(stream: Readable): Promise<boolean> {
  while (!stream.readableEnded) {
    const chunk = stream.read() as Buffer | null;
    if (chunk !== null) stream.unshift(chunk);
    if (chunk !== null || stream.destroyed) return true;
    await new Promise<void>((resolve) => {
      for (const event of ['readable', 'end', 'close']) stream.once(event, () => resolve());
    });
  }
  return false;
}
