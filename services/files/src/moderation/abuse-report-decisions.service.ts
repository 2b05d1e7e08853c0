import { Injectable } from '@nestjs/common';
import { type AdminReport, AppError, bundleDeleted } from '@waybill/contracts';
import { Outbox } from '@waybill/bus';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager, In } from 'typeorm';
import { contentOf } from '../bundle/bundle-contents.js';
import { Bundle } from '../bundle/bundle.entity.js';
import { isUsableByOwner } from '../owner/require-usable-by-owner.js';
import { AbuseReport } from '../abuse-reports/abuse-report.entity.js';
import { rowsOf } from './abuse-report-group.js';
import { AbuseReportPresentationService } from './abuse-report-presentation.service.js';
import { TakedownService } from './takedown.service.js';

/** Decides abuse reports. A report of a bundle is decided for all of its files at once. */
@Injectable()
export class AbuseReportDecisionsService {
  constructor(
    private readonly database: DataSource,
    private readonly takedowns: TakedownService,
    private readonly presentation: AbuseReportPresentationService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes the file down, or each file of the bundle. Deletes a bundle of which nobody could open a file before, so that
   * its name does not stay. @throws AppError `files.report-not-found`
   */
  takeDown(reportId: string, reason: string): Promise<AdminReport> {
    return this.database.transaction(async (manager) => {
      const report = await this.find(manager, reportId);
      // Lock the bundle before its files, as a change of the bundle does.
      const emptied = await this.lockEmptied(manager, report);
      const rows = await manager.find(AbuseReport, { where: rowsOf(report) });
      await this.takedowns.takeDownAll(
        manager,
        { fileIds: fileIdsOf(rows), bundleId: report.bundleId },
        reason,
      );
      const [ofBundle] = rows.filter(({ fileId }) => fileId === null);
      if (ofBundle)
        await manager.update(AbuseReport, { id: ofBundle.id, state: 'open' }, { state: 'taken-down' });
      const decided = await this.presentAgain(manager, reportId);
      if (emptied) await this.delete(manager, emptied);
      return decided;
    });
  }

  /** Restores what a report of this file or bundle took down. @throws AppError `files.report-not-found` */
  restore(reportId: string): Promise<AdminReport> {
    return this.database.transaction(async (manager) => {
      const report = await this.find(manager, reportId);
      const rows = await manager.find(AbuseReport, { where: rowsOf(report) });
      await this.takedowns.restoreAll(manager, { fileIds: fileIdsOf(rows), bundleId: report.bundleId });
      return this.presentAgain(manager, reportId);
    });
  }

  /** @throws AppError `files.report-not-found` */
  async dismiss(id: string): Promise<AdminReport> {
    const { manager } = this.database;
    const report = await this.find(manager, id);
    const rows = await manager.find(AbuseReport, { where: rowsOf(report) });
    const isOpen = { id: In(rows.map(({ id }) => id)), state: 'open' } as const;
    await manager.update(AbuseReport, isOpen, { state: 'dismissed' });
    return this.presentAgain(manager, id);
  }

  /**
   * The reported bundle if it has no file that anyone could open, locked until the transaction ends. Null if this
   * report took these files down: a takedown that is repeated must leave the bundle, so that it can be undone.
   */
  private async lockEmptied(manager: EntityManager, { id, bundleId }: AbuseReport): Promise<Bundle | null> {
    if (bundleId === null) return null;
    const bundle = await manager.findOne(Bundle, {
      where: { id: bundleId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!bundle) return null;
    const content = await contentOf(manager, bundleId, this.clock.now());
    if (content.some(({ file }) => isUsableByOwner(file))) return null;
    const isDown = content.some(({ file }) => file.takenDownWith?.includes(bundleId));
    // Read under the lock: another administrator may have decided in between.
    const { state } = await this.find(manager, id);
    return isDown && state === 'taken-down' ? null : bundle;
  }

  private async delete(manager: EntityManager, { id }: Bundle): Promise<void> {
    await manager.delete(Bundle, { id });
    await this.outbox.add(manager, bundleDeleted, id, { bundleId: id });
  }

  private async presentAgain(manager: EntityManager, id: string): Promise<AdminReport> {
    const [presented] = await this.presentation.present(manager, [await this.find(manager, id)]);
    if (!presented) throw new AppError('files.report-not-found');
    return presented;
  }

  private async find(manager: EntityManager, id: string): Promise<AbuseReport> {
    const report = await manager.findOneBy(AbuseReport, { id });
    if (!report) throw new AppError('files.report-not-found');
    return report;
  }
}

/** The files of a report. A file that was deleted or has expired needs no decision. */
function fileIdsOf(rows: readonly AbuseReport[]): string[] {
  return rows.flatMap(({ fileId }) => fileId ?? []);
}
