import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  type AppendedBytes,
  type beginAppend,
  type InputOf,
  type OutputOf,
  type saveAppend,
} from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { PlansService } from '../plan/plans.service.js';
import { queueObjectDeletion } from '../discarded-object/queue-object-deletion.js';
import { AnonymousQuotaService } from './anonymous-quota.service.js';
import { discardTailOf } from './close-upload.js';
import { findUploadForChange } from './find-upload-for-change.js';
import { Reservation } from './reservation.entity.js';
import { ResumableUpload } from './resumable-upload.entity.js';
import { ResumableUploadsService } from './resumable-uploads.service.js';
import { maxSizeOf, requireUploadSize, resumableLeaseFrom, writerLeaseFrom } from './upload.policy.js';
import { Upload } from './upload.entity.js';

interface LockedUpload {
  readonly upload: Upload;
  readonly resumable: ResumableUpload;
}

/** Appends to resumable uploads. One writer at a time holds a lease. When it ends, another may take over. */
@Injectable()
export class AppendsService {
  constructor(
    private readonly database: DataSource,
    private readonly uploads: ResumableUploadsService,
    private readonly plans: PlansService,
    private readonly anonymousQuota: AnonymousQuotaService,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes the lease of the writer. Returns no `writing` for a finished upload.
   * @throws AppError `uploads.not-found`, `uploads.being-written`, `uploads.wrong-offset`, `uploads.length-declared` if
   * `length` differs from the declared one, `uploads.beyond-length` if it is below the offset, `files.too-large`,
   * `requests.file-too-large`, `server.storage-full`
   */
  begin({
    uploadId,
    caller,
    offset,
    length,
  }: InputOf<typeof beginAppend>): Promise<OutputOf<typeof beginAppend>> {
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const { upload, resumable } = await this.uploads.findForChange(manager, uploadId, caller);
      // Check the lease before the offset: the offset of an upload that is being written is about to change.
      if (resumable.writerUntil && resumable.writerUntil > now) throw new AppError('uploads.being-written');
      if (offset !== resumable.received) throw new AppError('uploads.wrong-offset');
      if (length !== null && resumable.length !== null && length !== resumable.length)
        throw new AppError('uploads.length-declared');
      if (upload.committedAt) return { writing: null, expiresAt: upload.leaseUntil.toISOString() };
      const limits = this.plans.limitsOfPlan(upload.tier);
      const declared = resumable.length ?? length;
      requireUploadSize(declared ?? 0, upload, limits);
      if (declared !== null && declared < offset) throw new AppError('uploads.beyond-length');
      await this.anonymousQuota.requireRoom(manager, upload, now);
      const writer = randomUUID();
      const writerUntil = writerLeaseFrom(now);
      // A client takes an offset that equals the length for a finished upload. `finish` saves such a length.
      const savedLength = declared === offset ? resumable.length : declared;
      await manager.update(ResumableUpload, { id: uploadId }, { length: savedLength, writer, writerUntil });
      await extendLease(manager, upload, writerUntil);
      const { originalName, ...ticket } = await manager.findOneByOrFail(Reservation, { fileId: uploadId });
      const { objectKey, wrappedKey } = ticket;
      // The writer before was killed or lost its lease. It can save nothing any more.
      if (resumable.writer !== null) await discardTailOf(manager, objectKey, resumable.writer, now);
      const writing = {
        writer,
        ticket: { objectKey, wrappedKey },
        originalName,
        since: appendedBytesOf(resumable),
        length: declared,
        declaresLength: resumable.length === null && declared !== null,
        maxFileSize: maxSizeOf(upload, limits),
        tier: limits.id,
        isRequested: upload.requestId !== null,
      };
      return { writing, expiresAt: upload.leaseUntil.toISOString() };
    });
  }

  /**
   * Stores the bytes that were appended, and renews the lease of the writer or, with `ends`, gives it up.
   * @throws AppError `uploads.not-found`, `uploads.being-written` if another writer took over
   */
  save({
    uploadId,
    writer,
    appended,
    ends,
    withdrawsLength,
  }: InputOf<typeof saveAppend>): Promise<OutputOf<typeof saveAppend>> {
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const { upload, resumable } = await this.requireWriter(manager, uploadId, writer);
      const hasGrown = appended !== null && appended.size > resumable.received;
      const writerUntil = ends ? null : writerLeaseFrom(now);
      const leaseUntil = hasGrown ? resumableLeaseFrom(now, upload.target) : writerUntil;
      if (leaseUntil) await extendLease(manager, upload, leaseUntil);
      await manager.update(
        ResumableUpload,
        { id: uploadId },
        {
          ...(appended && rowOf(appended)),
          ...(withdrawsLength && { length: null }),
          writer: ends ? null : writer,
          writerUntil,
        },
      );
      if (appended && resumable.tailKey !== null && resumable.tailKey !== appended.tail) {
        await queueObjectDeletion(manager, [resumable.tailKey], now);
      }
      // The append failed. The store may have the tail although its answer was lost.
      if (ends && appended === null) {
        const { objectKey } = await manager.findOneByOrFail(Reservation, { fileId: uploadId });
        await discardTailOf(manager, objectKey, writer, now);
      }
      const received = appended?.size ?? resumable.received;
      return { received, expiresAt: upload.leaseUntil.toISOString() };
    });
  }

  /**
   * Locks the upload until the transaction ends.
   * @throws AppError `uploads.not-found` for a deleted upload, `uploads.being-written` if another writer took over
   */
  private async requireWriter(manager: EntityManager, id: string, writer: string): Promise<LockedUpload> {
    const upload = await findUploadForChange(manager, id);
    const resumable = await manager.findOneBy(ResumableUpload, { id });
    if (!upload || !resumable) throw new AppError('uploads.not-found');
    if (resumable.writer !== writer) throw new AppError('uploads.being-written');
    return { upload, resumable };
  }
}

/**
 * Extends the lease of an upload to `until`, unless it is longer already. At least to the end of the writer's lease: a
 * sweep must not close the upload while a slow request writes to it.
 */
async function extendLease(manager: EntityManager, upload: Upload, until: Date): Promise<void> {
  if (until <= upload.leaseUntil) return;
  upload.leaseUntil = until;
  await manager.update(Upload, { id: upload.id }, { leaseUntil: until });
}

function appendedBytesOf({ received, crc32, appended, tailKey }: ResumableUpload): AppendedBytes | null {
  return received === 0 ? null : { size: received, crc32, chunks: appended, tail: tailKey };
}

function rowOf({ size, crc32, chunks, tail }: AppendedBytes) {
  return { received: size, crc32, appended: chunks, tailKey: tail };
}
