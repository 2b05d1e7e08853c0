import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  type AppendedBytes,
  type Caller,
  discardAppendedBytes,
  finishResumableUpload,
  saveAppend,
  type Writing,
} from '@waybill/contracts';
import { type Logger, LOGGER } from '@waybill/service-kit';
import {
  AlreadyCompleteError,
  EncryptedAppends,
  EncryptedObjects,
  ObjectNotFoundError,
} from '@waybill/storage';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AnonymousUploadsService } from '../limits/anonymous-uploads.service.js';
import { TransferPace } from '../limits/transfer-pace.js';
import { TRAFFIC_LIMITS, type TrafficLimits } from '../limits/traffic.limits.js';
import { AppendBody } from './append-body.js';
import { AppendLease } from './append-lease.js';
import { mediaTypeOf, SAMPLE_BYTES } from './media-type.js';
import type { Checksum } from './tus-headers.js';
import { UPLOAD_REQUEST_TIMEOUT_MS } from './upload-timeout.js';

export interface Append {
  readonly uploadId: string;
  readonly writing: Writing;
  readonly caller: Caller;
  readonly checksum: Checksum | null;
}

export interface Appended {
  readonly offset: number;
  readonly expiresAt: string;
}

/**
 * Receives the bytes of one request, appends them to the object, and turns the upload into a file after its last byte.
 */
@Injectable()
export class TusAppendsService {
  constructor(
    private readonly bus: Bus,
    private readonly appends: EncryptedAppends,
    private readonly objects: EncryptedObjects,
    private readonly anonymousUploads: AnonymousUploadsService,
    @Inject(TRAFFIC_LIMITS) private readonly limits: TrafficLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Receives the body and ends the append with the bytes that arrived. After an error of the store, a wrong checksum,
   * or a body with a checksum that broke off, ends it with the bytes that were saved before.
   * @throws AppError also for a body that broke off, after its bytes were saved
   */
  async receive(request: IncomingMessage, append: Append): Promise<Appended> {
    const { uploadId, writing, caller, checksum } = append;
    const { writer, ticket, since, length } = writing;
    const body = this.bodyOf(request, writing, checksum);
    const lease = new AppendLease((appended) => this.save(append, appended, false));
    let hasEnded = false;
    let isCounted = false;
    let tail: string | null = null;
    try {
      body.requireRoom();
      const result = await this.appends.append(ticket, since, body, {
        writer,
        signal: lease.signal,
        completes: (size) => {
          body.requireChecksum();
          return size === length;
        },
        ...(!checksum && { onDurable: (appended) => lease.keep(appended) }),
      });
      tail = result.tail;
      await lease.end();
      isCounted = true;
      await this.anonymousUploads.countBytes(caller, body.size);
      const { isComplete, ...appended } = result;
      if (isComplete) return await this.finish(append, result.size, result.crc32, body);
      const { received, expiresAt } = await this.save(append, appended, true);
      hasEnded = true;
      if (body.failure) throw body.failure;
      return { offset: received, expiresAt };
    } catch (error) {
      await lease.end();
      if (error instanceof AlreadyCompleteError && length !== null) {
        await this.finish(append, length, undefined, null);
        throw new AppError('uploads.wrong-offset', undefined, { cause: error });
      }
      // Refused bytes count, too: a client could send any number of them otherwise.
      if (!isCounted) await this.anonymousUploads.countBytes(caller, body.size);
      if (!hasEnded) await this.endAfter(error, append, tail);
      throw error instanceof ObjectNotFoundError
        ? new AppError('uploads.not-found', undefined, { cause: error })
        : error;
    } finally {
      this.logger.debug({ uploadId, bytes: body.size }, 'An append ended');
    }
  }

  private bodyOf(request: IncomingMessage, writing: Writing, checksum: Checksum | null): AppendBody {
    const { length, since, maxFileSize } = writing;
    return new AppendBody(request, {
      pace: new TransferPace(this.limits),
      idleMs: this.limits.idleUploadMs,
      checksum,
      maxBytes: (length ?? maxFileSize) - (since?.size ?? 0),
      tooLong: length === null ? tooLarge(writing) : new AppError('uploads.beyond-length'),
    });
  }

  private async finish(
    { uploadId, writing }: Append,
    size: number,
    crc32: number | undefined,
    body: AppendBody | null,
  ): Promise<Appended> {
    const isWhole = body !== null && writing.since === null;
    const sample = isWhole ? body.sample : await this.sampleOf(writing, size);
    const mimeType = await mediaTypeOf(sample, writing.originalName);
    const { expiresAt } = await this.bus.request(
      finishResumableUpload,
      { uploadId, writer: writing.writer, size, crc32, mimeType },
      { timeoutMs: UPLOAD_REQUEST_TIMEOUT_MS },
    );
    return { offset: size, expiresAt };
  }

  private async sampleOf({ ticket }: Writing, size: number): Promise<Uint8Array> {
    if (size === 0) return Buffer.alloc(0);
    return buffer(await this.objects.read(ticket, size, { start: 0, end: SAMPLE_BYTES - 1 }));
  }

  private save(
    { uploadId, writing: { writer } }: Append,
    appended: AppendedBytes | null,
    ends: boolean,
    withdrawsLength = false,
  ): Promise<Appended & { received: number }> {
    return this.bus
      .request(
        saveAppend,
        { uploadId, writer, appended, ends, withdrawsLength },
        { timeoutMs: UPLOAD_REQUEST_TIMEOUT_MS },
      )
      .then((saved) => ({ ...saved, offset: saved.received }));
  }

  /**
   * Releases the lease of a failed append and discards its tail. If the upload no longer exists, discards all of its
   * bytes.
   */
  private async endAfter(error: unknown, append: Append, tail: string | null): Promise<void> {
    const { uploadId, writing } = append;
    const tails = tail === null ? [] : [tail];
    const all = [writing.ticket.objectKey, ...tails];
    try {
      if (!isGone(error)) await this.save(append, null, true, writing.declaresLength);
      await this.discard(uploadId, isGone(error) ? all : tails);
    } catch (failure) {
      if (isGone(failure)) await this.discard(uploadId, all);
      else this.logger.warn({ err: failure, uploadId }, 'Ending an append failed; its lease will run out');
      // Without the lease the tail cannot be saved any more.
      if (isTakenOver(failure)) await this.discard(uploadId, tails);
    }
  }

  /**
   * Lets the files service delete objects. Only that service knows whether this database owns the store, and whether a
   * row names the object. A row names it if another request turned it into a file, or if this request saved it and the
   * reply was lost.
   */
  private async discard(uploadId: string, objectKeys: readonly string[]): Promise<void> {
    try {
      for (const objectKey of objectKeys) await this.bus.request(discardAppendedBytes, { objectKey });
    } catch (error) {
      this.logger.warn(
        { err: error, uploadId },
        'Discarding bytes failed; the sweep of orphans deletes them',
      );
    }
  }
}

function tooLarge({ maxFileSize, tier, isRequested }: Writing): AppError {
  return isRequested
    ? new AppError('requests.file-too-large', { maxFileSize })
    : new AppError('files.too-large', { maxFileSize, tier });
}

/** Whether the upload no longer exists: it, or its row after it had ended, was deleted while bytes arrived. */
function isGone(error: unknown): boolean {
  return error instanceof AppError && error.code === 'uploads.not-found';
}

/** Whether the lease of the append has ended: another request may write, or has written. */
function isTakenOver(error: unknown): boolean {
  return error instanceof AppError && error.code === 'uploads.being-written';
}
