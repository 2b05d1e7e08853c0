import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { fileRestored, fileTakenDown, type ModeratedFile } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { Any, DataSource, type EntityManager } from 'typeorm';
import { findFileForChange, findFilesForChange } from '../file/find-file.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { AbuseReport } from '../abuse-reports/abuse-report.entity.js';
import { presentFile } from './moderation.presenter.js';

/** Takes files down and restores them. Takes effect with the commit, because no replica caches these columns. */
@Injectable()
export class TakedownService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Also closes the open reports of the file. @throws AppError `files.not-found`, `files.expired` */
  takeDown(fileId: string, reason: string): Promise<ModeratedFile> {
    return this.database.transaction(async (manager) => {
      const file = await findFileForChange(manager, fileId, this.clock.now());
      await this.takeDownLocked(manager, [file], reason);
      return presentFile(file, 0);
    });
  }

  /** @throws AppError `files.not-found`, `files.expired` */
  restore(fileId: string): Promise<ModeratedFile> {
    return this.database.transaction(async (manager) => {
      const file = await findFileForChange(manager, fileId, this.clock.now());
      await this.restoreLocked(manager, [file]);
      return presentFile(file, await manager.countBy(AbuseReport, { fileId, state: 'open' }));
    });
  }

  /** Takes down the available ones of the files, and closes their open reports. */
  async takeDownAll(manager: EntityManager, fileIds: readonly string[], reason: string): Promise<void> {
    const files = await findFilesForChange(manager, fileIds, this.clock.now());
    await this.takeDownLocked(manager, files, reason);
  }

  /** Restores the available ones of the files. */
  async restoreAll(manager: EntityManager, fileIds: readonly string[]): Promise<void> {
    await this.restoreLocked(manager, await findFilesForChange(manager, fileIds, this.clock.now()));
  }

  private async takeDownLocked(
    manager: EntityManager,
    files: readonly SharedFile[],
    reason: string,
  ): Promise<void> {
    const now = this.clock.now();
    const changed = files.filter((file) => file.takenDownAt === null || file.takenDownReason !== reason);
    for (const file of changed) {
      file.takenDownAt ??= now;
      file.takenDownReason = reason;
    }
    await manager.query(
      'UPDATE files SET taken_down_at = coalesce(taken_down_at, $2), taken_down_reason = $3 WHERE id = ANY($1)',
      [idsOf(changed), now, reason],
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
    for (const file of changed) Object.assign(file, { takenDownAt: null, takenDownReason: null });
    const restored = { takenDownAt: null, takenDownReason: null };
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
