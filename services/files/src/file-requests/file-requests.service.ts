import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { requireAccount } from '@waybill/bus';
import {
  AppError,
  type Caller,
  type changeFileRequest,
  type createFileRequest,
  DEFAULT_REQUEST_FILES,
  type InputOf,
  type listFileRequests,
  MAX_REQUESTS,
  type OutputOf,
  type PlanLimits,
} from '@waybill/contracts';
import { advisoryLock, cursorPage, decodeCursor, findNewest } from '@waybill/database';
import { JobScheduler } from '@waybill/jobs';
import { clientOf } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { hashPassword } from '@waybill/service-kit/password-hash';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { CreationLimiterService } from '../creation-limits/creation-limiter.service.js';
import { fileRequestsPerOwner } from '../creation-limits/creation.limits.js';
import { FileRequest } from '../file-request/file-request.entity.js';
import { randomSlug } from '../link/random-slug.js';
import { PlansService } from '../plan/plans.service.js';
import { deleteObjects } from '../storage-cleanup/delete-objects.job.js';
import { closeUpload } from '../upload/close-upload.js';
import { Upload } from '../upload/upload.entity.js';
import { decideRequestChange } from './file-request-settings.policy.js';
import { type StoredRequestView, presentFileRequest } from './file-request.presenter.js';

const PAGE_SIZE = 50;

/** Makes, lists, changes and deletes the file requests of an account. */
@Injectable()
export class FileRequestsService {
  constructor(
    private readonly database: DataSource,
    private readonly plans: PlansService,
    private readonly creations: CreationLimiterService,
    private readonly scheduler: JobScheduler,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError `auth.required`, also for an account that was deleted; of `decideRequestChange`;
   * `request.too-many`, `links.slug-taken`, `requests.limit-reached`
   */
  async create({ caller, form }: InputOf<typeof createFileRequest>): Promise<StoredRequestView> {
    const userId = accountOf(caller);
    const now = this.clock.now();
    const { title, ...settings } = form;
    const { columns, password } = decideRequestChange(null, settings, await this.planOf(userId), now);
    await this.creations.count(fileRequestsPerOwner, caller);
    // Hashing is slow, so it happens outside the transaction.
    const passwordHash = password ? await hashPassword(password, clientOf(caller.address)) : null;
    return this.database.transaction(async (manager) => {
      await requireAccount(manager, userId);
      await advisoryLock(manager, `files.requests-of.${userId}`);
      if ((await manager.countBy(FileRequest, { userId, deletedAt: IsNull() })) >= MAX_REQUESTS) {
        throw new AppError('requests.limit-reached');
      }
      const slug = columns.slug ?? randomSlug();
      await freeSlug(manager, slug, userId);
      const request = manager.create(FileRequest, {
        message: null,
        deleteAt: null,
        maxFiles: DEFAULT_REQUEST_FILES,
        maxFileSize: null,
        ...columns,
        id: randomUUID(),
        userId,
        slug,
        title,
        createdAt: now,
        passwordHash,
        passwordVersion: 0,
        isActive: true,
        received: 0,
        deletedAt: null,
      });
      await manager.insert(FileRequest, request);
      return presentFileRequest(request, now);
    });
  }

  /** Newest first. @throws AppError `auth.required`, `request.invalid` for an invalid cursor */
  async list({
    caller,
    cursor,
  }: InputOf<typeof listFileRequests>): Promise<OutputOf<typeof listFileRequests>> {
    const search = {
      condition: 'request.user_id = :userId AND request.deleted_at IS NULL',
      parameters: { userId: accountOf(caller) },
    };
    const position = decodeCursor(cursor);
    const { manager } = this.database;
    const rows = await findNewest(manager, [FileRequest, 'request'], [search], position, PAGE_SIZE + 1);
    const { page, nextCursor } = cursorPage(rows, PAGE_SIZE);
    const now = this.clock.now();
    return { requests: page.map((request) => presentFileRequest(request, now)), nextCursor };
  }

  /**
   * Closing a request deletes its uploads in progress.
   * @throws AppError of `requireOwned` and `decideRequestChange`; `links.slug-taken`
   */
  async change({
    requestId,
    caller,
    settings,
  }: InputOf<typeof changeFileRequest>): Promise<StoredRequestView> {
    const before = requireOwned(
      await this.database.manager.findOneBy(FileRequest, { id: requestId }),
      caller,
    );
    const now = this.clock.now();
    const { columns, password } = decideRequestChange(
      before,
      settings,
      await this.planOf(before.userId),
      now,
    );
    const passwordHash = password ? await hashPassword(password, clientOf(caller.address)) : null;
    const request = await this.database.transaction(async (manager) => {
      if (columns.isActive === false) await this.endUploads(manager, requestId);
      const request = await lockOwned(manager, requestId, caller);
      if (columns.slug !== undefined && columns.slug !== request.slug) {
        await freeSlug(manager, columns.slug, request.userId);
      }
      Object.assign(request, columns);
      if (password !== undefined) {
        Object.assign(request, { passwordHash, passwordVersion: request.passwordVersion + 1 });
      }
      return manager.save(request);
    });
    if (!request.isActive) this.scheduler.enqueue(deleteObjects, {});
    return presentFileRequest(request, now);
  }

  /** Keeps the files that have arrived. @throws AppError of `requireOwned` */
  async delete(requestId: string, caller: Caller): Promise<void> {
    requireOwned(await this.database.manager.findOneBy(FileRequest, { id: requestId }), caller);
    await this.database.transaction(async (manager) => {
      await this.endUploads(manager, requestId);
      const request = await lockOwned(manager, requestId, caller);
      Object.assign(request, { message: null, passwordHash: null, deletedAt: this.clock.now() });
      await manager.save(request);
    });
    this.scheduler.enqueue(deleteObjects, {});
  }

  /**
   * Must run before the row of the request is locked: the end of an upload locks the upload first, then the request. In
   * the other order, the two could deadlock.
   */
  private async endUploads(manager: EntityManager, requestId: string): Promise<void> {
    const uploads = await manager.find(Upload, {
      where: { requestId, committedAt: IsNull() },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    for (const upload of uploads) await closeUpload(manager, upload, this.clock.now());
  }

  private planOf(userId: string): Promise<PlanLimits> {
    return this.plans.limitsOf(this.database.manager, { userId, browserId: null });
  }
}

function accountOf({ userId }: Caller): string {
  if (userId === null) throw new AppError('auth.required');
  return userId;
}

/** @throws AppError `auth.required`, `requests.not-found`, `requests.forbidden` */
function requireOwned(request: FileRequest | null, caller: Caller): FileRequest {
  const userId = accountOf(caller);
  if (!request || request.deletedAt !== null) throw new AppError('requests.not-found');
  if (request.userId !== userId) throw new AppError('requests.forbidden');
  return request;
}

async function lockOwned(manager: EntityManager, id: string, caller: Caller): Promise<FileRequest> {
  const lock = { mode: 'pessimistic_write' } as const;
  return requireOwned(await manager.findOne(FileRequest, { where: { id }, lock }), caller);
}

/**
 * Locks the slug until the transaction ends, so that two requests cannot take it. The owner may reuse the slug of a
 * deleted request.
 * @throws AppError `links.slug-taken`
 */
async function freeSlug(manager: EntityManager, slug: string, userId: string): Promise<void> {
  await advisoryLock(manager, `files.request.slug.${slug}`);
  const holder = await manager.findOneBy(FileRequest, { slug });
  if (!holder) return;
  if (holder.userId !== userId || holder.deletedAt === null) throw new AppError('links.slug-taken');
  // The id is free: `slugSchema` refuses slugs in the shape of a UUID.
  await manager.update(FileRequest, { id: holder.id }, { slug: holder.id });
}
