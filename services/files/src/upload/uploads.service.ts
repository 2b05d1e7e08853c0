import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, type Caller, type InputOf, type OutputOf } from '@waybill/contracts';
import { type addFileToUpload, type commitUpload, type openUpload, type Uploaded } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { EncryptedObjects } from '@waybill/storage';
import { DataSource, type EntityManager } from 'typeorm';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import { uploadName } from '../file/file-name.js';
import { FileDeletionService } from '../deletion/file-deletion.service.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { deleteObjects } from '../storage-cleanup/delete-objects.job.js';
import { lockOwner } from '../owner/owner-lock.js';
import { ownerOf } from '../owner/owner.js';
import { previewShareOf } from '../previews/preview-share.js';
import { PlansService } from '../plan/plans.service.js';
import { JobScheduler } from '@waybill/jobs';
import { AnonymousQuotaService } from './anonymous-quota.service.js';
import { closeUpload } from './close-upload.js';
import { UploadCommitService } from './upload-commit.service.js';
import { countFiles } from './count-files.js';
import { Reservation } from './reservation.entity.js';
import { Upload } from './upload.entity.js';
import { leaseFrom, requireRoom } from './upload.policy.js';

type FileTicket = OutputOf<typeof addFileToUpload>;

/** Opens uploads, reserves files, renews leases, commits and aborts. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly database: DataSource,
    private readonly objects: EncryptedObjects,
    private readonly plans: PlansService,
    private readonly commits: UploadCommitService,
    private readonly anonymousQuota: AnonymousQuotaService,
    private readonly deletion: FileDeletionService,
    private readonly scheduler: JobScheduler,
    private readonly clock: Clock,
    @Inject(FILES_MODULE_OPTIONS) private readonly options: FilesModuleOptions,
  ) {}

  /**
   * @throws AppError `files.limit-reached`, `files.login-required` for a caller without any identity, `auth.required`
   * where strangers may not upload, `server.storage-full`
   */
  open(caller: Caller): Promise<OutputOf<typeof openUpload>> {
    const owner = ownerOf(caller);
    if (!owner) throw new AppError('files.login-required');
    this.anonymousQuota.requireAllowed(owner);
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      await lockOwner(manager, owner);
      const limits = await this.plans.limitsOf(manager, owner);
      requireRoom(await countFiles(manager, owner, now), limits);
      await this.anonymousQuota.requireRoom(manager, owner, 0, now);
      const tier = limits.id;
      const upload = {
        id: randomUUID(),
        ...owner,
        tier,
        leaseUntil: leaseFrom(now),
        committedAt: null,
        target: null,
        requestId: null,
        maxFileSize: null,
        previewShare: previewShareOf(caller, this.options.tokenSecrets),
      };
      await manager.insert(Upload, upload);
      return { uploadId: upload.id, tier, maxFileSize: limits.maxFileSize };
    });
  }

  /** @throws AppError `files.limit-reached`, `files.upload-not-open` */
  add(uploadId: string, originalName: string): Promise<FileTicket> {
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const upload = await this.requireOpen(manager, uploadId, now);
      await lockOwner(manager, upload);
      requireRoom(await countFiles(manager, upload, now), await this.plans.limitsOf(manager, upload));
      const ticket = { fileId: randomUUID(), ...this.objects.create() };
      await manager.insert(Reservation, { ...ticket, uploadId, originalName: uploadName(originalName) });
      await manager.update(Upload, { id: uploadId }, { leaseUntil: leaseFrom(now) });
      return ticket;
    });
  }

  /** @throws AppError `files.upload-not-open` */
  async renew(uploadId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const now = this.clock.now();
      await this.requireOpen(manager, uploadId, now);
      await manager.update(Upload, { id: uploadId }, { leaseUntil: leaseFrom(now) });
    });
  }

  /**
   * Turns all parts into files, or none. Idempotent.
   * @throws AppError `files.upload-not-open`, also for a file of another upload; `files.too-large`
   */
  async commit({ uploadId, files: parts }: InputOf<typeof commitUpload>): Promise<Uploaded> {
    const files = await this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const upload = await this.findForChange(manager, uploadId);
      if (upload?.committedAt) return this.commits.filesOf(manager, uploadId, parts);
      return this.commits.commit(manager, await this.requireOpen(manager, uploadId, now), parts, now);
    });
    this.commits.scheduleJobs(files);
    return {
      id: files[0]?.id ?? '',
      files: files.map(({ id, originalName, size, mimeType }) => ({ id, originalName, size, mimeType })),
    };
  }

  /**
   * Deletes an upload with its reservations, and with the files of a commit whose reply was lost. Idempotent.
   */
  async abort(uploadId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const upload = await this.findForChange(manager, uploadId);
      if (!upload) return;
      const lock = { mode: 'pessimistic_write' } as const;
      const files = await manager.find(SharedFile, { where: { uploadId }, order: { id: 'ASC' }, lock });
      for (const file of files) await this.deletion.deleteWithin(manager, file);
      await closeUpload(manager, upload, this.clock.now());
    });
    this.scheduler.enqueue(deleteObjects, {});
  }

  private async requireOpen(manager: EntityManager, uploadId: string, now: Date): Promise<Upload> {
    const upload = await this.findForChange(manager, uploadId);
    if (!upload || upload.committedAt !== null || upload.leaseUntil <= now) {
      throw new AppError('files.upload-not-open');
    }
    return upload;
  }

  private findForChange(manager: EntityManager, id: string): Promise<Upload | null> {
    return manager.findOne(Upload, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }
}
