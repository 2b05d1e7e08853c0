import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Caller,
  type createResumableUpload,
  type getResumableUpload,
  type InputOf,
  type OutputOf,
  type PlanLimits,
} from '@waybill/contracts';
import { JobScheduler } from '@waybill/jobs';
import { Clock } from '@waybill/service-kit';
import { EncryptedAppends } from '@waybill/storage';
import { DataSource, type EntityManager } from 'typeorm';
import { uploadName } from '../file/file-name.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { isOwnedBy } from '../owner/owner.policy.js';
import { type Owner, ownerOf } from '../owner/owner.js';
import { PlansService } from '../plan/plans.service.js';
import { deleteObjects } from '../storage-cleanup/delete-objects.job.js';
import { queueUnnamedObject } from '../storage-cleanup/queue-unnamed-object.js';
import { closeUpload } from './close-upload.js';
import { creationKeyOf, isKeyTaken } from './creation-key.js';
import { findUploadForChange } from './find-upload-for-change.js';
import { ResumableUpload } from './resumable-upload.entity.js';
import { maxSizeOf, resumableLeaseFrom, writerLeaseFrom } from './upload.policy.js';
import { UploadDestinationsService } from './upload-destinations.service.js';
import { Upload } from './upload.entity.js';
import { UploadOpeningService, type UploadToOpen } from './upload-opening.service.js';

type Creation = InputOf<typeof createResumableUpload>;

/** Creates, shows and deletes uploads that can be resumed. */
@Injectable()
export class ResumableUploadsService {
  constructor(
    private readonly database: DataSource,
    private readonly appends: EncryptedAppends,
    private readonly plans: PlansService,
    private readonly openings: UploadOpeningService,
    private readonly destinations: UploadDestinationsService,
    private readonly scheduler: JobScheduler,
    private readonly clock: Clock,
  ) {}

  async maxFileSize(caller: Caller): Promise<number> {
    const owner = ownerOf(caller);
    const limits = owner
      ? await this.plans.limitsOf(this.database.manager, owner)
      : this.plans.limitsOfPlan('free');
    return limits.maxFileSize;
  }

  /**
   * Creates the upload. Idempotent by its key: a repeated request finds the upload of the first one, whose response may
   * have been lost.
   * @throws AppError also `uploads.being-written` while the first request is in progress, `uploads.key-reused`
   */
  async create(creation: Creation): Promise<OutputOf<typeof createResumableUpload>> {
    const { key = null, caller } = creation;
    const sender = ownerOf(caller);
    if (!sender) throw new AppError('files.login-required');
    if (key === null) return this.createNew(creation, sender, null);
    const creationKey = creationKeyOf(sender, key);
    const created = await this.findCreated(creationKey, creation);
    if (created) return created;
    try {
      return await this.createNew(creation, sender, creationKey);
    } catch (error) {
      if (!isKeyTaken(error)) throw error;
      throw new AppError('uploads.being-written', undefined, { cause: error });
    }
  }

  /** Returns the upload that an earlier request with this key created. @throws AppError as `create` */
  private async findCreated(
    creationKey: string,
    { caller, length, metadata }: Creation,
  ): Promise<OutputOf<typeof createResumableUpload> | null> {
    const resumable = await this.database.manager.findOneBy(ResumableUpload, { creationKey });
    if (!resumable) return null;
    // A request that declares no length matches any: the client may have declared it after the creation.
    if (resumable.metadata !== metadata || (length !== null && length !== resumable.length))
      throw new AppError('uploads.key-reused');
    const { writerUntil } = resumable;
    if (writerUntil && writerUntil > this.clock.now()) throw new AppError('uploads.being-written');
    const { received, expiresAt } = await this.get(resumable.id, caller);
    return { uploadId: resumable.id, expiresAt, received, writing: null };
  }

  /** Creates the upload, its reservation and, if the request brings bytes, its first append in one transaction. */
  private async createNew(
    creation: Creation,
    sender: Owner,
    creationKey: string | null,
  ): Promise<OutputOf<typeof createResumableUpload>> {
    const { caller, target, length } = creation;
    const now = this.clock.now();
    const id = randomUUID();
    const leaseUntil = resumableLeaseFrom(now, target);
    const ticket = this.appends.create();
    const originalName = uploadName(creation.originalName);
    const resumable = newResumable(id, sender, creation, now);
    resumable.creationKey = creationKey;
    const { opened, limits } = await this.open(creation, {
      id,
      caller,
      owner: sender,
      length,
      target,
      leaseUntil,
      resumable,
      requestId: null,
      maxFileSize: null,
      file: { fileId: id, originalName, ...ticket },
    });
    const created = { uploadId: id, expiresAt: leaseUntil.toISOString() };
    const { writer } = resumable;
    if (writer === null) return { ...created, writing: null };
    return {
      ...created,
      writing: {
        writer,
        ticket,
        since: null,
        length,
        originalName,
        maxFileSize: maxSizeOf(opened, limits),
        tier: limits.id,
        isRequested: opened.requestId !== null,
      },
    };
  }

  /** @returns `opened`: the upload as its target admitted it */
  private async open(
    { target, originalName, length, caller, token }: Creation,
    upload: UploadToOpen,
  ): Promise<{ readonly opened: UploadToOpen; readonly limits: PlanLimits }> {
    if (!target) return { opened: upload, limits: await this.openings.open(upload) };
    return this.database.transaction(async (manager) => {
      const toAdmit = { target, originalName, length, caller, token };
      const opened = { ...upload, ...(await this.destinations.admit(manager, toAdmit)) };
      return { opened, limits: await this.openings.openWithin(manager, opened) };
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

  /** Queues the deletion of an object that was written after its upload had ended, unless a row names it. */
  async discard(objectKey: string): Promise<void> {
    await queueUnnamedObject(this.database.manager, objectKey, this.clock.now());
    this.scheduler.enqueue(deleteObjects, {});
  }

  /** Locks the upload until the transaction ends. @throws AppError `uploads.not-found` */
  async findForChange(
    manager: EntityManager,
    id: string,
    caller: Caller,
  ): Promise<{ upload: Upload; resumable: ResumableUpload }> {
    const upload = await findUploadForChange(manager, id);
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

function newResumable(
  id: string,
  sender: Owner,
  { metadata, length, writes }: Creation,
  now: Date,
): ResumableUpload {
  return {
    id,
    senderUserId: sender.userId,
    senderBrowserId: sender.browserId,
    creationKey: null,
    metadata,
    length,
    received: 0,
    crc32: 0,
    appended: null,
    tailKey: null,
    writer: writes ? randomUUID() : null,
    writerUntil: writes ? writerLeaseFrom(now) : null,
  };
}
