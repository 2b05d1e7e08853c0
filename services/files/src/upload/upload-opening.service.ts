import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  type Caller,
  type ObjectTicket,
  type PlanLimits,
  type UploadTarget,
} from '@waybill/contracts';
import { groupCommit, insertion } from '@waybill/database';
import { type Batcher, Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import { lockOwners } from '../owner/owner-lock.js';
import { type Owner, ownerKey } from '../owner/owner.js';
import { PlansService } from '../plan/plans.service.js';
import { queueKeyOf } from '../owner/queue-key.js';
import { AnonymousQuotaService } from './anonymous-quota.service.js';
import { countFilesOfAll, type OwnerToCount } from './count-files.js';
import { orRefusal, resultOf } from './or-refusal.js';
import { Reservation } from './reservation.entity.js';
import { ResumableUpload } from './resumable-upload.entity.js';
import { requireAnonymousRoom, requireRoom, requireSize } from './upload.policy.js';
import { Upload } from './upload.entity.js';

/** An upload to open. */
export interface UploadToOpen {
  readonly id: string;
  readonly caller: Caller;
  /** Not always the caller: a file for a file request belongs to the author of the request. */
  readonly owner: Owner;
  /** The first file; null: none is reserved yet. */
  readonly file: ReservedFile | null;
  /** Size in bytes; null: not declared. */
  readonly length: number | null;
  readonly target: UploadTarget | null;
  /** File request that the upload was admitted to, and its limit. */
  readonly requestId: string | null;
  readonly maxFileSize: number | null;
  readonly leaseUntil: Date;
  readonly resumable: ResumableUpload | null;
}

interface ReservedFile extends ObjectTicket {
  readonly fileId: string;
  readonly originalName: string;
}

const MAX_BATCH = 100;

/**
 * Opens uploads, each with the reservation of its first file, if there is one. Concurrent calls share a transaction
 * (docs/decisions/what-an-upload-costs.md).
 */
@Injectable()
export class UploadOpeningService {
  private readonly batcher: Batcher<UploadToOpen, PlanLimits | AppError>;

  constructor(
    private readonly database: DataSource,
    private readonly plans: PlansService,
    private readonly anonymousQuota: AnonymousQuotaService,
    private readonly clock: Clock,
    @Inject(FILES_MODULE_OPTIONS) private readonly options: FilesModuleOptions,
  ) {
    this.batcher = groupCommit({
      maxSize: MAX_BATCH,
      perform: (uploads) => this.database.transaction((manager) => this.openAll(manager, uploads)),
    });
  }

  /**
   * @returns limits of the owner's plan
   * @throws AppError `files.limit-reached`, `files.too-large`, `auth.required` where uploads need an account and for
   * one that was deleted, `requests.not-found` for a file request of such an account, `server.storage-full`
   */
  async open(upload: UploadToOpen): Promise<PlanLimits> {
    return resultOf(await this.batcher.add(upload));
  }

  /** Like `open`, in the transaction of the caller. */
  async openWithin(manager: EntityManager, upload: UploadToOpen): Promise<PlanLimits> {
    const [result] = await this.openAll(manager, [upload]);
    return resultOf(result);
  }

  private async openAll(
    manager: EntityManager,
    uploads: readonly UploadToOpen[],
  ): Promise<(PlanLimits | AppError)[]> {
    const now = this.clock.now();
    const owners = [...new Map(uploads.map(({ owner }) => [ownerKey(owner), owner])).values()];
    await lockOwners(manager, owners);
    const plans = await this.plans.limitsUnlessDeleted(manager, owners);
    const existing = owners.flatMap((owner, index) => {
      const limits = plans[index];
      return limits ? [{ owner, limits }] : [];
    });
    const counts = await countFilesOfAll(
      manager,
      existing.map(({ owner, limits }) => toCount(owner, limits, uploads)),
      now,
    );
    const shares = new Map(
      existing.map(({ owner, limits }, index) => [ownerKey(owner), { limits, count: counts[index] ?? 0 }]),
    );
    const hasAnonymous = owners.some(({ userId }) => userId === null);
    const room = hasAnonymous ? await this.anonymousQuota.room(manager, [], now) : 0;
    const results = uploads.map(({ owner, file, length, requestId }) =>
      orRefusal(() => {
        const share = shares.get(ownerKey(owner));
        if (!share) throw new AppError(requestId === null ? 'auth.required' : 'requests.not-found');
        this.anonymousQuota.requireAllowed(owner);
        requireSize(length ?? 0, share.limits);
        requireRoom(share.count, share.limits);
        if (owner.userId === null) requireAnonymousRoom(length ?? 0, room);
        if (file) share.count++;
        return share.limits;
      }),
    );
    await this.insert(
      manager,
      uploads.flatMap((upload, index) => {
        const limits = results[index];
        return limits === undefined || limits instanceof AppError ? [] : [{ upload, limits }];
      }),
    );
    return results;
  }

  private async insert(
    manager: EntityManager,
    opened: readonly { readonly upload: UploadToOpen; readonly limits: PlanLimits }[],
  ): Promise<void> {
    const uploads = opened.map(({ upload: { id, owner, caller, ...upload }, limits }) => ({
      id,
      ...owner,
      tier: limits.id,
      committedAt: null,
      leaseUntil: upload.leaseUntil,
      target: upload.target,
      requestId: upload.requestId,
      maxFileSize: upload.maxFileSize,
      queueKey: queueKeyOf(caller, this.options.tokenSecrets),
    }));
    const reservations = opened.flatMap(({ upload: { id, file } }) =>
      file ? [{ uploadId: id, ...file }] : [],
    );
    if (uploads.length === 0) return;
    const resumables = opened.flatMap(({ upload: { resumable } }) => resumable ?? []);
    const first = insertion(manager, Upload, uploads, 1);
    const second = insertion(manager, ResumableUpload, resumables, 2);
    const third = insertion(manager, Reservation, reservations, 3);
    await manager.query(`WITH opened AS (${first.sql}), resumable AS (${second.sql}) ${third.sql}`, [
      first.value,
      second.value,
      third.value,
    ]);
  }
}

/** Requires an exact count only if these uploads could reach the limit of the plan. */
function toCount(owner: Owner, { maxFiles }: PlanLimits, uploads: readonly UploadToOpen[]): OwnerToCount {
  const files = uploads.filter((upload) => upload.file && ownerKey(upload.owner) === ownerKey(owner)).length;
  return { owner, exactFrom: maxFiles - files };
}
