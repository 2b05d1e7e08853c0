import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { fileRestored, fileTakenDown, type ModeratedFile } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { findFileForChange } from '../file/find-file.js';
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
    return this.database.transaction((manager) => this.takeDownIn(manager, fileId, reason));
  }

  /** @throws AppError `files.not-found`, `files.expired` */
  restore(fileId: string): Promise<ModeratedFile> {
    return this.database.transaction((manager) => this.restoreIn(manager, fileId));
  }

  /** Like `takeDown`, within the caller's transaction. */
  async takeDownIn(manager: EntityManager, fileId: string, reason: string): Promise<ModeratedFile> {
    const now = this.clock.now();
    const file = await findFileForChange(manager, fileId, now);
    const isSame = file.takenDownAt !== null && file.takenDownReason === reason;
    file.takenDownAt ??= now;
    file.takenDownReason = reason;
    const { takenDownAt, takenDownReason } = file;
    await manager.update(SharedFile, { id: fileId }, { takenDownAt, takenDownReason });
    await this.closeReports(manager, fileId);
    const { userId, originalName } = file;
    if (!isSame) {
      await this.outbox.add(manager, fileTakenDown, fileId, { fileId, userId, originalName, reason });
    }
    return presentFile(file, 0);
  }

  /** Closes the open reports of the file, and those of its bundle of which every file was decided. */
  private async closeReports(manager: EntityManager, fileId: string): Promise<void> {
    await manager.update(AbuseReport, { fileId, state: 'open' }, { state: 'taken-down' });
    await manager.query(
      `UPDATE reports AS whole SET state = 'taken-down'
       WHERE file_id IS NULL AND state = 'open' AND id IN (SELECT report_id FROM reports WHERE file_id = $1)
         AND NOT EXISTS (SELECT FROM reports AS part WHERE part.report_id = whole.id AND part.state = 'open')`,
      [fileId],
    );
  }

  /** Like `restore`, within the caller's transaction. */
  async restoreIn(manager: EntityManager, fileId: string): Promise<ModeratedFile> {
    const file = await findFileForChange(manager, fileId, this.clock.now());
    const openReports = await manager.countBy(AbuseReport, { fileId, state: 'open' });
    if (file.takenDownAt !== null) {
      file.takenDownAt = null;
      file.takenDownReason = null;
      await manager.update(SharedFile, { id: fileId }, { takenDownAt: null, takenDownReason: null });
      const { userId, originalName } = file;
      await this.outbox.add(manager, fileRestored, fileId, { fileId, userId, originalName });
    }
    return presentFile(file, openReports);
  }
}
