import type { MultipartFile } from '@fastify/multipart';
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
import { AnonymousUploadsService } from '../limits/anonymous-uploads.service.js';
import { TRAFFIC_LIMITS, type TrafficLimits } from '../limits/traffic.limits.js';
import { TransferPace } from '../limits/transfer-pace.js';
import { mediaTypeOf } from './media-type.js';
import { fileNameOf, hasBytes, partsOf } from './multipart-form.js';
import { SizeLimitedStream } from './size-limited-stream.js';

const RENEWAL_INTERVAL_MS = 30_000;
/** Deadline of requests to the files service, which handles uploads of one owner one after another. */
const REQUEST_TIMEOUT_MS = 60_000;

type OpenUpload = OutputOf<typeof openUpload>;
type StoredFile = InputOf<typeof commitUpload>['files'][number];

/** Receives the files of one request and commits all of them or none (contract, "Limits are the server's"). */
@Injectable()
export class UploadService {
  constructor(
    private readonly bus: Bus,
    private readonly objects: EncryptedObjects,
    private readonly anonymousUploads: AnonymousUploadsService,
    @Inject(TRAFFIC_LIMITS) private readonly limits: TrafficLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async receive(request: FastifyRequest, caller: Caller): Promise<Uploaded> {
    const upload = await this.bus.request(openUpload, { caller }, { timeoutMs: REQUEST_TIMEOUT_MS });
    const { uploadId } = upload;
    const disconnected = new AbortController();
    const onClose = () => {
      if (!request.raw.complete) disconnected.abort(new AppError('request.aborted'));
    };
    request.raw.once('close', onClose);
    // The client may have disconnected while the upload was being opened: `close` was emitted already.
    if (request.raw.destroyed) disconnected.abort(new AppError('request.aborted'));
    const renewal = setInterval(() => void this.renew(uploadId), RENEWAL_INTERVAL_MS);
    try {
      const files = await this.storeAll(request, caller, upload, disconnected.signal);
      return await this.bus.request(commitUpload, { uploadId, files }, { timeoutMs: REQUEST_TIMEOUT_MS });
    } catch (error) {
      await this.abort(uploadId);
      throw disconnected.signal.aborted ? disconnected.signal.reason : error;
    } finally {
      clearInterval(renewal);
      request.raw.off('close', onClose);
    }
  }

  private async storeAll(
    request: FastifyRequest,
    caller: Caller,
    upload: OpenUpload,
    signal: AbortSignal,
  ): Promise<StoredFile[]> {
    signal.throwIfAborted();
    const pace = new TransferPace(this.limits);
    const stored: StoredFile[] = [];
    for await (const part of partsOf(request, pace)) {
      if (part.type !== 'file') continue;
      // A form submitted without a file has an empty part with an empty name.
      const isFile =
        part.fieldname === 'file' &&
        (part.filename !== '' || (await pace.waitForClient(hasBytes(part.file))));
      if (!isFile) {
        part.file.resume();
        continue;
      }
      await this.anonymousUploads.requireBytesLeft(caller);
      const file = await this.store(part, upload, pace, signal);
      await this.anonymousUploads.countBytes(caller, file.size);
      stored.push(file);
    }
    if (stored.length === 0) throw new AppError('files.none-sent');
    return stored;
  }

  private async store(
    part: MultipartFile,
    upload: OpenUpload,
    pace: TransferPace,
    signal: AbortSignal,
  ): Promise<StoredFile> {
    const originalName = fileNameOf(part.filename);
    const { fileId, ...ticket } = await this.bus.request(
      addFileToUpload,
      { uploadId: upload.uploadId, originalName },
      { timeoutMs: REQUEST_TIMEOUT_MS },
    );
    const body = new SizeLimitedStream(part.file, upload.maxFileSize, upload.tier, pace);
    const { size } = await this.objects.write(ticket, body, signal);
    return { fileId, size, crc32: body.crc32, mimeType: await mediaTypeOf(body.sample, originalName) };
  }

  private async renew(uploadId: string): Promise<void> {
    try {
      await this.bus.request(renewUpload, { uploadId });
    } catch (error) {
      // The lease outlasts several renewals. If it does expire, the commit fails.
      this.logger.warn({ err: error, uploadId }, 'Renewing an upload failed');
    }
  }

  private async abort(uploadId: string): Promise<void> {
    try {
      await this.bus.request(abortUpload, { uploadId });
    } catch (error) {
      this.logger.warn({ err: error, uploadId }, 'Aborting an upload failed; the sweep will delete it');
    }
  }
}
