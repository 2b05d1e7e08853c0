import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type abortUpload,
  type addFileToUpload,
  AppError,
  type commitUpload,
  type InputOf,
  type openUpload,
  type OutputOf,
  type Uploaded,
} from '@waybill/contracts';
import { groupCommit } from '@waybill/database';
import { type Batcher, Clock } from '@waybill/service-kit';
import { EncryptedObjects } from '@waybill/storage';
import { DataSource, type EntityManager } from 'typeorm';
import { JobScheduler } from '@waybill/jobs';
import { uploadName } from '../file/file-name.js';
import { FileDeletionService } from '../deletion/file-deletion.service.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { deleteObjects } from '../storage-cleanup/delete-objects.job.js';
import { queueUnnamedObject } from '../storage-cleanup/queue-unnamed-object.js';
import { lockOwner } from '../owner/owner-lock.js';
import { ownerOf } from '../owner/owner.js';
import { PlansService } from '../plan/plans.service.js';
import { closeUpload } from './close-upload.js';
import { countFiles } from './count-files.js';
import { findUploadForChange } from './find-upload-for-change.js';
import { lockUploads } from './lock-uploads.js';
import { resultOf } from './or-refusal.js';
import { Reservation } from './reservation.entity.js';
import { UploadCommitService, type UploadToCommit } from './upload-commit.service.js';
import { Upload } from './upload.entity.js';
import { UploadOpeningService } from './upload-opening.service.js';
import { isOpen, uploadLeaseUntil, requireRoom } from './upload.policy.js';

type FileTicket = OutputOf<typeof addFileToUpload>;

const MAX_BATCH = 100;

/** Opens uploads, reserves files, renews leases, commits and aborts. Concurrent commits share a transaction. */
@Injectable()
export class UploadsService {
  private readonly batcher: Batcher<InputOf<typeof commitUpload>, SharedFile[] | AppError>;

  constructor(
    private readonly database: DataSource,
    private readonly objects: EncryptedObjects,
    private readonly plans: PlansService,
    private readonly openings: UploadOpeningService,
    private readonly commits: UploadCommitService,
    private readonly deletion: FileDeletionService,
    private readonly scheduler: JobScheduler,
    private readonly clock: Clock,
  ) {
    this.batcher = groupCommit({
      maxSize: MAX_BATCH,
      perform: (inputs) => this.commitAll(inputs),
    });
  }

  /**
   * Opens an upload, and reserves its first file if it is named.
   * @throws AppError `files.limit-reached`, `files.login-required` for a caller without any identity, and of
   * `UploadOpeningService.open`
   */
  async open({ caller, originalName }: InputOf<typeof openUpload>): Promise<OutputOf<typeof openUpload>> {
    const owner = ownerOf(caller);
    if (!owner) throw new AppError('files.login-required');
    const uploadId = randomUUID();
    const ticket = originalName === undefined ? null : this.newTicket();
    const { id: tier, maxFileSize } = await this.openings.open({
      id: uploadId,
      caller,
      owner,
      file: ticket && { ...ticket, originalName: uploadName(originalName ?? '') },
      length: null,
      target: null,
      requestId: null,
      maxFileSize: null,
      leaseUntil: uploadLeaseUntil(this.clock.now()),
      resumable: null,
    });
    return { uploadId, tier, maxFileSize, ...(ticket && { file: ticket }) };
  }

  /** @throws AppError `files.limit-reached`, `files.upload-not-open` */
  add(uploadId: string, originalName: string): Promise<FileTicket> {
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const upload = await this.requireOpen(manager, uploadId, now);
      await lockOwner(manager, upload);
      const limits = await this.plans.limitsOf(manager, upload);
      requireRoom(await countFiles(manager, { owner: upload, exactFrom: limits.maxFiles }, now), limits);
      const ticket = this.newTicket();
      await manager.insert(Reservation, { ...ticket, uploadId, originalName: uploadName(originalName) });
      await manager.update(Upload, { id: uploadId }, { leaseUntil: uploadLeaseUntil(now) });
      return ticket;
    });
  }

  /** @throws AppError `files.upload-not-open` */
  async renew(uploadId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const now = this.clock.now();
      await this.requireOpen(manager, uploadId, now);
      await manager.update(Upload, { id: uploadId }, { leaseUntil: uploadLeaseUntil(now) });
    });
  }

  /**
   * Turns all parts into files, or none. Idempotent.
   * @throws AppError `files.upload-not-open`, also for a file of another upload; `files.too-large`
   */
  async commit(input: InputOf<typeof commitUpload>): Promise<Uploaded> {
    const files = resultOf(await this.batcher.add(input));
    this.commits.scheduleJobs(files);
    return {
      id: files[0]?.id ?? '',
      files: files.map(({ id, originalName, size, mimeType }) => ({ id, originalName, size, mimeType })),
    };
  }

  /**
   * Deletes an upload with its reservations, and with the files of a commit whose reply was lost. Idempotent. Of an
   * upload that was closed before, deletes the objects: the job that deletes them may have run before they were
   * written.
   */
  async abort({ uploadId, objectKeys = [] }: InputOf<typeof abortUpload>): Promise<void> {
    await this.database.transaction(async (manager) => {
      const upload = await findUploadForChange(manager, uploadId);
      if (!upload) {
        for (const key of objectKeys) await queueUnnamedObject(manager, key, this.clock.now());
        return;
      }
      const lock = { mode: 'pessimistic_write' } as const;
      const files = await manager.find(SharedFile, { where: { uploadId }, order: { id: 'ASC' }, lock });
      await this.deletion.deleteWithin(manager, files);
      await closeUpload(manager, upload, this.clock.now());
    });
    this.scheduler.enqueue(deleteObjects, {});
  }

  private commitAll(inputs: readonly InputOf<typeof commitUpload>[]): Promise<(SharedFile[] | AppError)[]> {
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const uploads = await lockUploads(
        manager,
        inputs.map(({ uploadId }) => uploadId),
      );
      const open = new Map<string, UploadToCommit>();
      for (const { uploadId, files: parts } of inputs) {
        const upload = uploads.get(uploadId);
        if (upload && isOpen(upload, now) && !open.has(uploadId)) open.set(uploadId, { upload, parts });
      }
      const committed = await this.commits.commitAll(manager, [...open.values()], now);
      return Promise.all(
        inputs.map(async ({ uploadId, files: parts }) =>
          uploads.get(uploadId)?.committedAt
            ? this.commits.filesOf(manager, uploadId, parts)
            : (committed.get(uploadId) ?? new AppError('files.upload-not-open')),
        ),
      );
    });
  }

  private newTicket(): FileTicket {
    return { fileId: randomUUID(), ...this.objects.create() };
  }

  private async requireOpen(manager: EntityManager, uploadId: string, now: Date): Promise<Upload> {
    const upload = await findUploadForChange(manager, uploadId);
    if (!upload || !isOpen(upload, now)) throw new AppError('files.upload-not-open');
    return upload;
  }
}
