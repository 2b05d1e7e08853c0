import { Injectable, type OnModuleInit, Inject } from '@nestjs/common';
import { Outbox, requireAccount } from '@waybill/bus';
import {
  AppError,
  emailSchema,
  fieldMessages,
  requestReceived,
  sanitizeLine,
  type UploadTarget,
} from '@waybill/contracts';
import { advisoryLock } from '@waybill/database';
import { Clock } from '@waybill/service-kit';
import { type EntityManager, IsNull, MoreThan, Raw } from 'typeorm';
import { VerificationTokensService, requestSubject } from '../access/verification-tokens.service.js';
import { bundlePath } from '../bundle/bundle-path.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { FileRequest } from '../file-request/file-request.entity.js';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import { lockOwner } from '../owner/owner-lock.js';
import { PlansService } from '../plan/plans.service.js';
import { accountOfKey, queueKeyOf } from '../owner/queue-key.js';
import { countFiles } from '../upload/count-files.js';
import {
  type Admission,
  type UploadDestination,
  UploadDestinationsService,
  type UploadToAdmit,
} from '../upload/upload-destinations.service.js';
import { Upload } from '../upload/upload.entity.js';
import { FileRequestLookupService } from './file-request-lookup.service.js';
import { MAX_UNFINISHED_PER_SENDER } from './file-request.limits.js';

/** Destination `request`: accepts uploads of strangers for the owner of the file request that the upload names. */
@Injectable()
export class FileRequestUploadsService implements UploadDestination, OnModuleInit {
  constructor(
    private readonly destinations: UploadDestinationsService,
    private readonly requests: FileRequestLookupService,
    private readonly plans: PlansService,
    private readonly tokens: VerificationTokensService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(FILES_MODULE_OPTIONS) private readonly options: FilesModuleOptions,
  ) {}

  onModuleInit(): void {
    this.destinations.register('request', this);
  }

  /** @throws AppError of a request that takes no files, of its password and its limits; of `requireAccount` */
  async admit(manager: EntityManager, upload: UploadToAdmit): Promise<Admission> {
    const { target, token, length, caller } = upload;
    if (target.bundle !== undefined) {
      throw new AppError('uploads.malformed-header', { header: 'Upload-Metadata' });
    }
    // The upload names its sender until it ends.
    if (caller.userId !== null) await requireAccount(manager, caller.userId);
    const { id } = await this.requests.findOpen(target.request ?? '', manager);
    // Held until the transaction ends. Without it, two concurrent uploads could take the last place.
    await advisoryLock(manager, `files.request.${id}`);
    const request = await this.requests.findOpen(target.request ?? '', manager);
    if (request.passwordHash !== null && !this.isProven(request, token)) {
      throw new AppError('requests.password-required');
    }
    senderOf(target);
    const owner = { userId: request.userId, browserId: null };
    const plan = await this.plans.limitsOf(manager, owner);
    const maxFileSize = Math.min(request.maxFileSize ?? plan.maxFileSize, plan.maxFileSize);
    if ((length ?? 0) > maxFileSize) throw new AppError('requests.file-too-large', { maxFileSize });
    await this.requireRoom(manager, request, upload);
    await lockOwner(manager, owner);
    const counted = { owner, exactFrom: plan.maxFiles };
    if ((await countFiles(manager, counted, this.clock.now(), 'all')) >= plan.maxFiles) {
      throw new AppError('requests.no-room');
    }
    return { owner, requestId: request.id, maxFileSize };
  }

  /** @throws AppError when the request was closed or deleted meanwhile, or the owner's plan was filled */
  async receive(
    manager: EntityManager,
    file: SharedFile,
    target: UploadTarget,
    upload: Upload,
  ): Promise<void> {
    const { requestId } = upload;
    if (requestId === null) return;
    const request = await this.countReceived(manager, requestId);
    const owner = { userId: request.userId, browserId: null };
    await this.requests.requireActiveOwner(manager, request.userId);
    await lockOwner(manager, owner);
    const now = this.clock.now();
    const { maxFiles } = await this.plans.limitsOf(manager, owner);
    // The count includes this file.
    if ((await countFiles(manager, { owner, exactFrom: maxFiles + 1 }, now)) > maxFiles)
      throw new AppError('requests.no-room');
    const sender = senderOf(target);
    const { title } = request;
    // The first link is off: neither strangers nor the sender can open the file until its owner shares it.
    const path = bundlePath(target.path ?? '', file.originalName);
    const folder = path.includes('/') ? { path } : {};
    Object.assign(file, {
      isFirstLinkActive: false,
      received: { requestId, title, ...sender, ...folder },
    });
    const { id: fileId, isFirstLinkActive, received } = file;
    await manager.update(SharedFile, { id: fileId }, { isFirstLinkActive, received });
    await this.outbox.add(manager, requestReceived, requestId, {
      ownerId: request.userId,
      requestId,
      title,
      ...sender,
      fileId,
      fileName: file.originalName,
      size: file.size,
      receivedAt: now.toISOString(),
    });
  }

  private isProven(request: FileRequest, token: string | null): boolean {
    return token !== null && this.tokens.proves(token, requestSubject(request));
  }

  /** Counts unfinished uploads as received files. @throws AppError `requests.full`, `requests.too-many-unfinished` */
  private async requireRoom(
    manager: EntityManager,
    { id, maxFiles }: FileRequest,
    { caller }: UploadToAdmit,
  ): Promise<void> {
    const now = this.clock.now();
    // One statement, so one snapshot: an upload that ends meanwhile is neither missed nor counted twice.
    const [row] = await manager.query<{ taken: number }[]>(
      `SELECT received + (SELECT count(*) FROM uploads
                          WHERE request_id = $1 AND committed_at IS NULL AND lease_until > $2)::int AS taken
       FROM file_requests WHERE id = $1`,
      [id, now],
    );
    if ((row?.taken ?? 0) >= maxFiles) throw new AppError('requests.full');
    const unfinished = await manager.find(Upload, {
      where: {
        requestId: id,
        committedAt: IsNull(),
        leaseUntil: MoreThan(now),
        queueKey: Raw((column) => `${accountOfKey(column)} = ${accountOfKey(':key')}`, {
          key: queueKeyOf(caller, this.options.tokenSecrets),
        }),
      },
      order: { leaseUntil: 'ASC' },
    });
    const [first] = unfinished;
    if (!first || unfinished.length < MAX_UNFINISHED_PER_SENDER) return;
    const retryAfterSeconds = Math.ceil((first.leaseUntil.getTime() - now.getTime()) / 1000);
    throw new AppError('requests.too-many-unfinished', undefined, { retryAfterSeconds });
  }

  /** @throws AppError `requests.deleted`, `requests.closed`, `requests.full` */
  private async countReceived(manager: EntityManager, id: string): Promise<FileRequest> {
    const taken = await manager
      .createQueryBuilder()
      .update(FileRequest)
      .set({ received: () => 'received + 1' })
      .where('id = :id AND deleted_at IS NULL AND is_active AND received < max_files', { id })
      .execute();
    const request = await manager.findOneBy(FileRequest, { id });
    if (!request || request.deletedAt !== null) throw new AppError('requests.deleted');
    if (taken.affected === 1) return request;
    throw new AppError(request.isActive ? 'requests.full' : 'requests.closed');
  }
}

/** Name and address that the sender gave. @throws AppError `request.invalid` for a malformed address */
function senderOf({ sender, senderEmail }: UploadTarget): {
  readonly senderName: string | null;
  readonly senderEmail: string | null;
} {
  const name = sanitizeLine(sender ?? '');
  const email = (senderEmail ?? '').trim();
  if (email !== '' && !emailSchema.safeParse(email).success) {
    throw AppError.invalid([{ field: 'senderEmail', message: fieldMessages.senderEmailInvalid }]);
  }
  return { senderName: name === '' ? null : name, senderEmail: email === '' ? null : email };
}
