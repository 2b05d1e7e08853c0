import { Injectable } from '@nestjs/common';
import { AppError, type finishResumableUpload, type InputOf, type OutputOf } from '@waybill/contracts';
import { groupCommit } from '@waybill/database';
import { JobScheduler } from '@waybill/jobs';
import { type Batcher, Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { SharedFile } from '../file/shared-file.entity.js';
import { deleteObjects } from '../storage-cleanup/delete-objects.job.js';
import { queueObjectDeletion } from '../discarded-object/queue-object-deletion.js';
import { lockUploads } from './lock-uploads.js';
import { resultOf } from './or-refusal.js';
import { ResumableUpload } from './resumable-upload.entity.js';
import { UploadCommitService, type UploadToCommit } from './upload-commit.service.js';
import { finishedLeaseFrom } from './upload.policy.js';

type Finish = InputOf<typeof finishResumableUpload>;

interface Finished {
  /** Empty if an earlier call finished the upload. */
  readonly files: readonly SharedFile[];
  readonly leaseUntil: Date;
  /** Whether the deletion of a tail object was queued. */
  readonly hasTail: boolean;
}

const MAX_BATCH = 100;

/** Turns resumable uploads into files after their last byte. Concurrent calls share a transaction. */
@Injectable()
export class ResumableFinishService {
  private readonly batcher: Batcher<Finish, Finished | AppError>;

  constructor(
    private readonly database: DataSource,
    private readonly commits: UploadCommitService,
    private readonly scheduler: JobScheduler,
    private readonly clock: Clock,
  ) {
    this.batcher = groupCommit({
      maxSize: MAX_BATCH,
      perform: (calls) => this.database.transaction((manager) => this.finishAll(manager, calls)),
    });
  }

  /**
   * Idempotent.
   * @throws AppError `uploads.not-found` for a deleted upload, `uploads.being-written` if another writer took over, and
   * those of `UploadCommitService.commitAll`
   */
  async finish(call: Finish): Promise<OutputOf<typeof finishResumableUpload>> {
    const { files, leaseUntil, hasTail } = resultOf(await this.batcher.add(call));
    this.commits.scheduleJobs(files);
    if (hasTail) this.scheduler.enqueue(deleteObjects, {});
    return { expiresAt: leaseUntil.toISOString() };
  }

  private async finishAll(
    manager: EntityManager,
    calls: readonly Finish[],
  ): Promise<(Finished | AppError)[]> {
    const now = this.clock.now();
    const ids = calls.map(({ uploadId }) => uploadId);
    const uploads = await lockUploads(manager, ids);
    const rows = await manager.findBy(ResumableUpload, { id: In(ids) });
    const resumables = new Map(rows.map((row) => [row.id, row]));
    const open = new Map<string, UploadToCommit>();
    for (const { uploadId, writer, ...part } of calls) {
      const upload = uploads.get(uploadId);
      if (!upload || upload.committedAt || resumables.get(uploadId)?.writer !== writer) continue;
      open.set(uploadId, { upload, parts: [{ fileId: uploadId, ...part }] });
    }
    const committed = await this.commits.commitAll(manager, [...open.values()], now);
    const files = new Map<string, readonly SharedFile[]>();
    for (const [id, result] of committed) if (!(result instanceof AppError)) files.set(id, result);
    const leaseUntil = finishedLeaseFrom(now);
    await this.end(
      manager,
      [...files].map(([id, [file]]) => ({ id, size: file?.size ?? 0 })),
      leaseUntil,
    );
    const tails = [...files.keys()].flatMap((id) => resumables.get(id)?.tailKey ?? []);
    await queueObjectDeletion(manager, tails, now);
    return calls.map(({ uploadId, writer }) => {
      const upload = uploads.get(uploadId);
      const resumable = resumables.get(uploadId);
      if (upload?.committedAt) return { files: [], leaseUntil: upload.leaseUntil, hasTail: false };
      if (!upload || !resumable) return new AppError('uploads.not-found');
      if (resumable.writer !== writer) return new AppError('uploads.being-written');
      const result = committed.get(uploadId);
      if (result === undefined || result instanceof AppError)
        return result ?? new AppError('uploads.not-found');
      return { files: result, leaseUntil, hasTail: resumable.tailKey !== null };
    });
  }

  private async end(
    manager: EntityManager,
    finished: readonly { readonly id: string; readonly size: number }[],
    leaseUntil: Date,
  ): Promise<void> {
    if (finished.length === 0) return;
    const ids = finished.map(({ id }) => id);
    await manager.query(
      `WITH kept AS (UPDATE uploads SET lease_until = $3 WHERE id = ANY($1))
       UPDATE resumable_uploads SET received = ended.size, length = ended.size, appended = NULL, tail_key = NULL,
              writer = NULL, writer_until = NULL
       FROM unnest($1::uuid[], $2::bigint[]) AS ended (id, size) WHERE resumable_uploads.id = ended.id`,
      [ids, finished.map(({ size }) => size), leaseUntil],
    );
  }
}
