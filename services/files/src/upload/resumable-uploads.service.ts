import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  type Caller,
  type createResumableUpload,
  type getResumableUpload,
  type InputOf,
  type OutputOf,
} from '@waybill/contracts';
import { JobScheduler } from '@waybill/jobs';
import { Clock } from '@waybill/service-kit';
import { EncryptedAppends } from '@waybill/storage';
import { DataSource, type EntityManager } from 'typeorm';
import { uploadName } from '../file/file-name.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import { lockOwner } from '../owner/owner-lock.js';
import { isOwnedBy } from '../owner/owner.policy.js';
import { ownerOf } from '../owner/owner.js';
import { PlansService } from '../plan/plans.service.js';
import { previewShareOf } from '../previews/preview-share.js';
import { deleteObjects } from '../storage-cleanup/delete-objects.job.js';
import { AnonymousQuotaService } from './anonymous-quota.service.js';
import { closeUpload } from './close-upload.js';
import { countFiles } from './count-files.js';
import { Reservation } from './reservation.entity.js';
import { ResumableUpload } from './resumable-upload.entity.js';
import { maxSizeOf, resumableLeaseFrom, requireRoom, requireSize, writerLeaseFrom } from './upload.policy.js';
import { UploadDestinationsService } from './upload-destinations.service.js';
import { Upload } from './upload.entity.js';

type Creation = InputOf<typeof createResumableUpload>;

/** Creates, shows and deletes uploads that can be resumed. */
@Injectable()
export class ResumableUploadsService {
  constructor(
    private readonly database: DataSource,
    private readonly appends: EncryptedAppends,
    private readonly plans: PlansService,
    private readonly anonymousQuota: AnonymousQuotaService,
    private readonly destinations: UploadDestinationsService,
    private readonly scheduler: JobScheduler,
    private readonly clock: Clock,
    @Inject(FILES_MODULE_OPTIONS) private readonly options: FilesModuleOptions,
  ) {}

  async maxFileSize(caller: Caller): Promise<number> {
    const owner = ownerOf(caller);
    const limits = owner
      ? await this.plans.limitsOf(this.database.manager, owner)
      : this.plans.limitsOfPlan('free');
    return limits.maxFileSize;
  }

  /** Creates the upload, its reservation and, if the request brings bytes, its first append in one transaction. */
  create(creation: Creation): Promise<OutputOf<typeof createResumableUpload>> {
    const { caller, token, target, length, originalName } = creation;
    const sender = ownerOf(caller);
    if (!sender) throw new AppError('files.login-required');
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const {
        owner = sender,
        requestId = null,
        maxFileSize: ownLimit = null,
      } = target
        ? await this.destinations.admit(manager, { target, originalName, length, caller, token })
        : {};
      this.anonymousQuota.requireAllowed(owner);
      await lockOwner(manager, owner);
      const limits = await this.plans.limitsOf(manager, owner);
      requireSize(length ?? 0, limits);
      requireRoom(await countFiles(manager, owner, now), limits);
      await this.anonymousQuota.requireRoom(manager, owner, 0, now);
      const id = randomUUID();
      const leaseUntil = resumableLeaseFrom(now, target);
      const ticket = this.appends.create();
      const name = uploadName(originalName);
      const writer = creation.writes ? randomUUID() : null;
      const upload = {
        ...{ id, ...owner, tier: limits.id, leaseUntil, committedAt: null, target },
        ...{ requestId, maxFileSize: ownLimit },
        previewShare: previewShareOf(caller, this.options.tokenSecrets),
      };
      await manager.insert(Upload, upload);
      await manager.insert(Reservation, { fileId: id, uploadId: id, originalName: name, ...ticket });
      await manager.insert(ResumableUpload, {
        id,
        senderUserId: sender.userId,
        senderBrowserId: sender.browserId,
        metadata: creation.metadata,
        length,
        received: 0,
        crc32: 0,
        appended: null,
        tailKey: null,
        writer,
        writerUntil: writer && writerLeaseFrom(now),
      });
      const writing = writer && {
        ...{ writer, ticket, since: null, length, originalName: name },
        ...{ maxFileSize: maxSizeOf(upload, limits), tier: limits.id, isRequested: requestId !== null },
      };
      return { uploadId: id, expiresAt: leaseUntil.toISOString(), writing };
    });
  }

  /** @throws AppError `uploads.not-found`, also for another caller and for a file that was deleted meanwhile */
  async get(uploadId: string, caller: Caller): Promise<OutputOf<typeof getResumableUpload>> {
    const { manager } = this.database;
    const { upload, resumable } = this.requireVisible(
      await manager.findOneBy(Upload, { id: uploadId }),
      await manager.findOneBy(ResumableUpload, { id: uploadId }),
      caller,
    );
    if (upload.committedAt && !(await manager.existsBy(SharedFile, { id: uploadId })))
      throw new AppError('uploads.not-found');
    const { received, length, metadata } = resumable;
    return { received, length, metadata, expiresAt: upload.leaseUntil.toISOString() };
  }

  /** Also ends an append in progress. @throws AppError `uploads.not-found`, `uploads.finished` */
  async delete(uploadId: string, caller: Caller): Promise<void> {
    await this.database.transaction(async (manager) => {
      const { upload } = await this.findForChange(manager, uploadId, caller);
      if (upload.committedAt) throw new AppError('uploads.finished');
      await closeUpload(manager, upload, this.clock.now());
    });
    this.scheduler.enqueue(deleteObjects, {});
  }

  /** Locks the upload until the transaction ends. @throws AppError `uploads.not-found` */
  async findForChange(
    manager: EntityManager,
    id: string,
    caller: Caller,
  ): Promise<{ upload: Upload; resumable: ResumableUpload }> {
    const lock = { mode: 'pessimistic_write' } as const;
    const upload = await manager.findOne(Upload, { where: { id }, lock });
    const resumable = await manager.findOneBy(ResumableUpload, { id });
    return this.requireVisible(upload, resumable, caller);
  }

  private requireVisible(
    upload: Upload | null,
    resumable: ResumableUpload | null,
    caller: Caller,
  ): { upload: Upload; resumable: ResumableUpload } {
    if (!upload || !resumable || upload.leaseUntil <= this.clock.now())
      throw new AppError('uploads.not-found');
    const sender = { userId: resumable.senderUserId, browserId: resumable.senderBrowserId };
    if (!isOwnedBy(sender, caller)) throw new AppError('uploads.not-found');
    return { upload, resumable };
  }
}
