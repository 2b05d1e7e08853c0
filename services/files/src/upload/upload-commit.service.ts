import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  AppError,
  type commitUpload,
  defaultDeleteAt,
  fileUploaded,
  type InputOf,
  type PlanLimits,
} from '@waybill/contracts';
import { type EntityManager } from 'typeorm';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import { toFacts } from '../file/file.presenter.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { expireFile } from '../expiry/expire-file.job.js';
import { PlansService } from '../plan/plans.service.js';
import { makePreview } from '../previews/make-preview.job.js';
import { initialPreviewState, previewKindOf } from '../previews/preview-kind.js';
import { JobScheduler } from '@waybill/jobs';
import { scanFile } from '../virus-scan/scan-file.job.js';
import { AnonymousQuotaService } from './anonymous-quota.service.js';
import { deleteReservations } from './close-upload.js';
import { Reservation } from './reservation.entity.js';
import { Upload } from './upload.entity.js';
import { UploadDestinationsService } from './upload-destinations.service.js';
import { requireUploadSize } from './upload.policy.js';

type UploadedParts = InputOf<typeof commitUpload>['files'];

/** Turns reservations into files. */
@Injectable()
export class UploadCommitService {
  constructor(
    private readonly outbox: Outbox,
    private readonly plans: PlansService,
    private readonly anonymousQuota: AnonymousQuotaService,
    private readonly destinations: UploadDestinationsService,
    private readonly scheduler: JobScheduler,
    @Inject(FILES_MODULE_OPTIONS) private readonly options: FilesModuleOptions,
  ) {}

  /**
   * Turns each reservation in `parts` into a file, in that order, and deletes the others.
   * @throws AppError `files.upload-not-open` for a file of another upload, `files.too-large`, `server.storage-full`
   */
  async commit(
    manager: EntityManager,
    upload: Upload,
    parts: UploadedParts,
    now: Date,
  ): Promise<SharedFile[]> {
    const reservations = await manager.findBy(Reservation, { uploadId: upload.id });
    const reserved = new Map(reservations.map((reservation) => [reservation.fileId, reservation]));
    const limits = await this.plans.limitsOf(manager, upload);
    const isScanned = this.options.scansUploads;
    const files = parts.map(({ fileId, size, mimeType, crc32 = null }) => {
      requireUploadSize(size, upload, this.plans.limitsOfPlan(upload.tier));
      const reservation = reserved.get(fileId);
      if (!reserved.delete(fileId) || !reservation) throw new AppError('files.upload-not-open');
      return newFile(upload, reservation, { size, mimeType, crc32, limits, isScanned, now });
    });
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    await this.anonymousQuota.requireRoom(manager, upload, bytes, now);
    await manager.delete(
      Reservation,
      files.map(({ id }) => id),
    );
    await deleteReservations(manager, [...reserved.values()], now);
    await manager.insert(SharedFile, files);
    for (const file of files) await this.destinations.receive(manager, file, upload);
    await manager.update(Upload, { id: upload.id }, { committedAt: now });
    for (const file of files) {
      const { previewKind } = file;
      await this.outbox.add(manager, fileUploaded, file.id, { ...toFacts(file), previewKind });
    }
    return files;
  }

  /** Files of an earlier commit of the upload. @throws AppError `files.upload-not-open` when one was deleted */
  async filesOf(manager: EntityManager, uploadId: string, parts: UploadedParts): Promise<SharedFile[]> {
    const files = await manager.findBy(SharedFile, { uploadId });
    return parts.map(({ fileId }) => {
      const file = files.find(({ id }) => id === fileId);
      if (!file) throw new AppError('files.upload-not-open');
      return file;
    });
  }

  /** Enqueues expiry, virus scan and previews of committed files. */
  scheduleJobs(files: readonly SharedFile[]): void {
    for (const { id, deleteAt, scanState, previewState } of files) {
      if (deleteAt) this.scheduler.enqueue(expireFile, { fileId: id }, { id, runAt: deleteAt });
      if (scanState === 'pending') this.scheduler.enqueue(scanFile, { fileId: id }, { id });
      if (previewState === 'pending') this.scheduler.enqueue(makePreview, { fileId: id }, { id });
    }
  }
}

interface NewFileFacts {
  readonly size: number;
  readonly mimeType: string;
  readonly crc32: number | null;
  readonly limits: PlanLimits;
  /** Whether strangers can open it only after its virus scan. */
  readonly isScanned: boolean;
  readonly now: Date;
}

function newFile(
  upload: Upload,
  reservation: Reservation,
  { size, mimeType, crc32, limits, isScanned, now }: NewFileFacts,
): SharedFile {
  return {
    id: reservation.fileId,
    uploadId: upload.id,
    userId: upload.userId,
    browserId: upload.browserId,
    originalName: reservation.originalName,
    mimeType,
    size,
    crc32,
    createdAt: now,
    deleteAt: defaultDeleteAt(limits, now),
    passwordHash: null,
    passwordVersion: 0,
    viewCount: 0,
    objectKey: reservation.objectKey,
    wrappedKey: reservation.wrappedKey,
    version: 1,
    previewKind: previewKindOf(mimeType),
    previewState: initialPreviewState(mimeType),
    isEncrypted: false,
    previewAttempts: 0,
    previewShare: upload.previewShare,
    previewStartedAt: null,
    previewLeaseUntil: null,
    previewDueAt: null,
    pageCount: null,
    title: null,
    thumbnail: null,
    rendition: null,
    takenDownAt: null,
    takenDownReason: null,
    scanState: isScanned ? 'pending' : 'none',
    scanFinding: null,
    isFirstLinkActive: true,
    firstLinkName: null,
    notifiesOfFirstLink: true,
    received: null,
    scanAfter: null,
  };
}
