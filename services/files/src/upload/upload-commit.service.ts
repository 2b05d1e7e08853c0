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
import { insertion, selectAllRows } from '@waybill/database';
import { Clock } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import { JobScheduler } from '@waybill/jobs';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import { toFacts } from '../file/file.presenter.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { expireFile, isExpirySoon } from '../expiry/expire-file.job.js';
import { PlansService } from '../plan/plans.service.js';
import { makePreview } from '../previews/make-preview.job.js';
import { initialPreviewState, previewKindOf } from '../previews/preview-kind.js';
import { scanFile } from '../virus-scan/scan-file.job.js';
import { AnonymousQuotaService } from './anonymous-quota.service.js';
import { deleteReservations } from './close-upload.js';
import { orRefusal } from './or-refusal.js';
import { Reservation } from './reservation.entity.js';
import { Upload } from './upload.entity.js';
import { UploadDestinationsService } from './upload-destinations.service.js';
import { requireAnonymousRoom, requireUploadSize } from './upload.policy.js';

type UploadedParts = InputOf<typeof commitUpload>['files'];

export interface UploadToCommit {
  readonly upload: Upload;
  readonly parts: UploadedParts;
}

/** Turns reservations into files. */
@Injectable()
export class UploadCommitService {
  constructor(
    private readonly outbox: Outbox,
    private readonly plans: PlansService,
    private readonly anonymousQuota: AnonymousQuotaService,
    private readonly destinations: UploadDestinationsService,
    private readonly scheduler: JobScheduler,
    private readonly clock: Clock,
    @Inject(FILES_MODULE_OPTIONS) private readonly options: FilesModuleOptions,
  ) {}

  /**
   * Turns the reservations that are named in the parts of an upload into files, in the order of the parts. Deletes the
   * remaining reservations of the upload.
   * @param uploads without duplicates, locked by the transaction
   * @returns by id of the upload: its files, or AppError `files.upload-not-open` for a file of another upload,
   * `files.too-large`, `server.storage-full`
   * @throws AppError of a destination
   */
  async commitAll(
    manager: EntityManager,
    uploads: readonly UploadToCommit[],
    now: Date,
  ): Promise<ReadonlyMap<string, SharedFile[] | AppError>> {
    if (uploads.length === 0) return new Map();
    const ids = uploads.map(({ upload }) => upload.id);
    const reservations = await selectAllRows(manager, Reservation, 'WHERE upload_id = ANY($1)', [ids]);
    const limits = await this.plans.limitsOfAll(
      manager,
      uploads.map(({ upload }) => upload),
    );
    const anonymous = uploads.filter(({ upload }) => upload.userId === null);
    let room = anonymous.length === 0 ? 0 : await this.anonymousQuota.lockRoom(manager, ids, now);
    const results = uploads.map(({ upload, parts }, index) =>
      orRefusal(() => {
        const reserved = reservations.filter(({ uploadId }) => uploadId === upload.id);
        const files = this.filesFor(upload, parts, reserved, limits[index] as PlanLimits, now);
        if (upload.userId === null) {
          const bytes = files.reduce((sum, { size }) => sum + size, 0);
          requireAnonymousRoom(bytes, room);
          room -= bytes;
        }
        return files;
      }),
    );
    const committed = uploads.flatMap(({ upload }, index) => {
      const files = results[index];
      return files === undefined || files instanceof AppError ? [] : [{ upload, files }];
    });
    await this.store(manager, committed, reservations, now);
    return new Map(ids.map((id, index) => [id, results[index] as SharedFile[] | AppError]));
  }

  private filesFor(
    upload: Upload,
    parts: UploadedParts,
    reservations: readonly Reservation[],
    limits: PlanLimits,
    now: Date,
  ): SharedFile[] {
    const reserved = new Map(reservations.map((reservation) => [reservation.fileId, reservation]));
    const isScanned = this.options.virusScan.clamdUrl !== null;
    return parts.map(({ fileId, size, mimeType, crc32 = null }) => {
      requireUploadSize(size, upload, this.plans.limitsOfPlan(upload.tier));
      const reservation = reserved.get(fileId);
      if (!reserved.delete(fileId) || !reservation) throw new AppError('files.upload-not-open');
      return newFile(upload, reservation, { size, mimeType, crc32, limits, isScanned, now });
    });
  }

  private async store(
    manager: EntityManager,
    committed: readonly { readonly upload: Upload; readonly files: SharedFile[] }[],
    reservations: readonly Reservation[],
    now: Date,
  ): Promise<void> {
    const files = committed.flatMap(({ files }) => files);
    if (files.length === 0) return;
    const uploadIds = committed.map(({ upload }) => upload.id);
    const fileIds = new Set(files.map(({ id }) => id));
    const { sql, value } = insertion(manager, SharedFile, files, 4);
    await manager.query(
      `WITH deleted AS (DELETE FROM reservations WHERE file_id = ANY($1)),
            closed AS (UPDATE uploads SET committed_at = $3 WHERE id = ANY($2))
       ${sql}`,
      [[...fileIds], uploadIds, now, value],
    );
    const left = reservations.filter(
      ({ fileId, uploadId }) => !fileIds.has(fileId) && uploadIds.includes(uploadId),
    );
    await deleteReservations(manager, left, now);
    await this.destinations.receiveAll(manager, committed);
    await this.outbox.addAll(
      manager,
      fileUploaded,
      files.map((file) => ({
        subject: file.id,
        data: { ...toFacts(file), previewKind: file.previewKind },
      })),
    );
  }

  /** Files of an earlier commit. @throws AppError `files.upload-not-open` when one of the files was deleted */
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
      if (isExpirySoon(deleteAt, this.clock.now()))
        this.scheduler.enqueue(expireFile, { fileId: id }, { id, runAt: deleteAt });
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
  /** Whether strangers can open the file only after its virus scan. */
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
    bundleViewCount: 0,
    objectKey: reservation.objectKey,
    wrappedKey: reservation.wrappedKey,
    version: 1,
    previewKind: previewKindOf(mimeType, reservation.originalName),
    previewState: initialPreviewState(mimeType, reservation.originalName),
    isEncrypted: false,
    previewAttempts: 0,
    previewVersion: 0,
    queueKey: upload.queueKey,
    previewStartedAt: null,
    previewLeaseUntil: null,
    previewDueAt: null,
    pageCount: null,
    title: null,
    thumbnail: null,
    rendition: null,
    takenDownAt: null,
    takenDownReason: null,
    takenDownWith: null,
    scanState: isScanned ? 'pending' : 'none',
    scanFinding: null,
    isFirstLinkActive: true,
    firstLinkName: null,
    notifiesOfFirstLink: true,
    received: null,
    contentMissingAt: null,
    scanStartedAt: null,
    scanAfter: null,
  };
}
