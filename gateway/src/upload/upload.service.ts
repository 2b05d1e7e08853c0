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
import { UPLOAD_REQUEST_TIMEOUT_MS } from './upload-timeout.js';

const RENEWAL_INTERVAL_MS = 30_000;

type StoredFile = InputOf<typeof commitUpload>['files'][number];
type FileTicket = OutputOf<typeof addFileToUpload>;

/** A call that sends files. */
interface Sending {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly pace: TransferPace;
  readonly signal: AbortSignal;
  /** Null before the first file. */
  upload: OutputOf<typeof openUpload> | null;
  /** Objects that may have been written. */
  readonly objectKeys: string[];
}

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
    const disconnected = new AbortController();
    const { signal } = disconnected;
    const onClose = () => {
      if (!request.raw.complete) disconnected.abort(new AppError('request.aborted'));
    };
    request.raw.once('close', onClose);
    // The client may have disconnected before the call got here: `close` was emitted already.
    if (request.raw.destroyed) onClose();
    const pace = new TransferPace(this.limits);
    const sending: Sending = { request, caller, pace, signal, upload: null, objectKeys: [] };
    const renewal = setInterval(() => void this.renew(sending), RENEWAL_INTERVAL_MS);
    try {
      const files = await this.storeAll(sending);
      const { uploadId } = openedBy(sending);
      return await this.bus.request(
        commitUpload,
        { uploadId, files },
        { timeoutMs: UPLOAD_REQUEST_TIMEOUT_MS },
      );
    } catch (error) {
      await this.abort(sending);
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearInterval(renewal);
      request.raw.off('close', onClose);
    }
  }

  private async storeAll(sending: Sending): Promise<StoredFile[]> {
    const { request, caller, pace, signal } = sending;
    signal.throwIfAborted();
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
      stored.push(await this.store(part, sending));
    }
    if (stored.length === 0) {
      // Open the upload even without a file: a caller who may not upload gets that error first.
      await this.open(sending);
      throw new AppError('files.none-sent');
    }
    return stored;
  }

  private async store(part: MultipartFile, sending: Sending): Promise<StoredFile> {
    const { caller, pace, signal } = sending;
    const originalName = fileNameOf(part.filename);
    const { fileId, ...ticket } = await this.reserve(sending, originalName);
    const { maxFileSize, tier } = openedBy(sending);
    const body = new SizeLimitedStream(part.file, maxFileSize, tier, pace);
    sending.objectKeys.push(ticket.objectKey);
    try {
      const { size, crc32 } = await this.objects.write(ticket, body, signal);
      return { fileId, size, crc32, mimeType: await mediaTypeOf(body.sample, originalName) };
    } finally {
      // Refused bytes count, too: a client could send any number of them otherwise.
      await this.anonymousUploads.countBytes(caller, body.received);
    }
  }

  /** Reserves a file. Opening the upload reserves the first file, which saves a request: most uploads have one file. */
  private async reserve(sending: Sending, originalName: string): Promise<FileTicket> {
    if (sending.upload === null) {
      const { file } = await this.open(sending, originalName);
      if (file) return file;
    }
    const { uploadId } = openedBy(sending);
    return this.bus.request(
      addFileToUpload,
      { uploadId, originalName },
      { timeoutMs: UPLOAD_REQUEST_TIMEOUT_MS },
    );
  }

  private async open(sending: Sending, originalName?: string): Promise<OutputOf<typeof openUpload>> {
    const { caller, signal } = sending;
    const input = { caller, ...(originalName !== undefined && { originalName }) };
    sending.upload = await this.bus.request(openUpload, input, { timeoutMs: UPLOAD_REQUEST_TIMEOUT_MS });
    signal.throwIfAborted();
    return sending.upload;
  }

  private async renew({ upload }: Sending): Promise<void> {
    if (upload === null) return;
    const { uploadId } = upload;
    try {
      await this.bus.request(renewUpload, { uploadId });
    } catch (error) {
      // One failure is harmless: the lease lasts for several renewals. If it expires, the commit fails.
      this.logger.warn({ err: error, uploadId }, 'Renewing an upload failed');
    }
  }

  private async abort({ upload, objectKeys }: Sending): Promise<void> {
    if (upload === null) return;
    const { uploadId } = upload;
    try {
      await this.bus.request(abortUpload, { uploadId, objectKeys });
    } catch (error) {
      this.logger.warn(
        { err: error, uploadId },
        'Aborting an upload failed; the sweep deletes it unless it was committed',
      );
    }
  }
}

function openedBy({ upload }: Sending): OutputOf<typeof openUpload> {
  if (upload === null) throw new Error('The upload was not opened');
  return upload;
}
