import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { fileRestored, fileTakenDown, type ModeratedFile } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { Any, DataSource, type EntityManager } from 'typeorm';
import { findFileForChange, findFilesForChange } from '../file/find-file.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { AbuseReport } from '../abuse-reports/abuse-report.entity.js';
import { presentModeratedFile } from './moderation.presenter.js';

/** The files of a report, and the reported bundle; null for a file that was reported on its own. */
interface Reported {
  readonly fileIds: readonly string[];
  readonly bundleId: string | null;
}

interface LockedTakedown {
  readonly files: readonly SharedFile[];
  readonly changed: readonly SharedFile[];
  readonly bundleId: string | null;
  readonly reason: string;
}

/** Takes files down and restores them. Takes effect with the commit, because no replica caches these columns. */
@Injectable()
export class TakedownService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Also closes the open reports of the file. Replaces the reason of an earlier takedown.
   * @throws AppError `files.not-found`, `files.expired`
   */
  takeDown(fileId: string, reason: string): Promise<ModeratedFile> {
    return this.database.transaction(async (manager) => {
      const file = await findFileForChange(manager, fileId, this.clock.now());
      const isChanged = file.takenDownAt === null || file.takenDownReason !== reason;
      await this.takeDownLocked(manager, {
        files: [file],
        changed: isChanged ? [file] : [],
        bundleId: null,
        reason,
      });
      return presentModeratedFile(file, 0);
    });
  }

  /** Restores the file whatever it was taken down with. @throws AppError `files.not-found`, `files.expired` */
  restore(fileId: string): Promise<ModeratedFile> {
    return this.database.transaction(async (manager) => {
      const file = await findFileForChange(manager, fileId, this.clock.now());
      await this.restoreLocked(manager, [file]);
      return presentModeratedFile(file, await manager.countBy(AbuseReport, { fileId, state: 'open' }));
    });
  }

  /**
   * Takes down the available ones of the files, and closes their open reports. A file that is down already keeps its
   * reason, and its owner gets no second mail.
   */
  async takeDownAll(manager: EntityManager, { fileIds, bundleId }: Reported, reason: string): Promise<void> {
    const files = await findFilesForChange(manager, fileIds, this.clock.now());
    const changed = files.filter(({ takenDownAt }) => takenDownAt === null);
    await this.takeDownLocked(manager, { files, changed, bundleId, reason });
  }

  /** Restores the available ones of the files, except those that were also taken down with something else. */
  async restoreAll(manager: EntityManager, { fileIds, bundleId }: Reported): Promise<void> {
    const files = await findFilesForChange(manager, fileIds, this.clock.now());
    const isKept = ({ id, takenDownWith }: SharedFile) =>
      takenDownWith?.some((subject) => subject !== (bundleId ?? id)) ?? false;
    await manager.query(
      'UPDATE files SET taken_down_with = array_remove(taken_down_with, coalesce($2::uuid, id)) WHERE id = ANY($1)',
      [idsOf(files.filter(isKept)), bundleId],
    );
    await this.restoreLocked(
      manager,
      files.filter((file) => !isKept(file)),
    );
  }

  /** @param takedown `changed`: those of the files that get the reason, and whose owners get a mail */
  private async takeDownLocked(
    manager: EntityManager,
    { files, changed, bundleId, reason }: LockedTakedown,
  ): Promise<void> {
    const now = this.clock.now();
    for (const file of changed) {
      file.takenDownAt ??= now;
      file.takenDownReason = reason;
    }
    // A file that was down before the column existed counts as taken down on its own.
    await manager.query(
      `UPDATE files SET taken_down_at = coalesce(taken_down_at, $2),
         taken_down_reason = CASE WHEN id = ANY($4) THEN $3 ELSE taken_down_reason END,
         taken_down_with = CASE WHEN taken_down_at IS NULL THEN ARRAY[coalesce($5::uuid, id)]
           ELSE array_remove(coalesce(taken_down_with, ARRAY[id]), coalesce($5::uuid, id)) || coalesce($5::uuid, id) END
       WHERE id = ANY($1)`,
      [idsOf(files), now, reason, idsOf(changed), bundleId],
    );
    await this.closeReports(manager, idsOf(files));
    await this.outbox.addAll(
      manager,
      fileTakenDown,
      changed.map(({ id, userId, originalName }) => ({
        subject: id,
        data: { fileId: id, userId, originalName, reason },
      })),
    );
  }

  /** Closes the open reports of the files, and those of their bundles of which every file was decided. */
  private async closeReports(manager: EntityManager, fileIds: readonly string[]): Promise<void> {
    await manager.update(AbuseReport, { fileId: Any([...fileIds]), state: 'open' }, { state: 'taken-down' });
    await manager.query(
      `UPDATE reports AS whole SET state = 'taken-down'
       WHERE file_id IS NULL AND state = 'open' AND id IN (SELECT report_id FROM reports WHERE file_id = ANY($1))
         AND NOT EXISTS (SELECT FROM reports AS part WHERE part.report_id = whole.id AND part.state = 'open')`,
      [fileIds],
    );
  }

  private async restoreLocked(manager: EntityManager, files: readonly SharedFile[]): Promise<void> {
    const changed = files.filter(({ takenDownAt }) => takenDownAt !== null);
    const restored = { takenDownAt: null, takenDownReason: null, takenDownWith: null };
    for (const file of changed) Object.assign(file, restored);
    await manager.update(SharedFile, { id: Any(idsOf(changed)) }, restored);
    await this.outbox.addAll(
      manager,
      fileRestored,
      changed.map(({ id, userId, originalName }) => ({
        subject: id,
        data: { fileId: id, userId, originalName },
      })),
    );
  }
}

function idsOf(files: readonly SharedFile[]): string[] {
  return files.map(({ id }) => id);
}
