import { Injectable } from '@nestjs/common';
import { type AdminReport, AppError } from '@waybill/contracts';
import { DataSource, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { Report } from '../reports/report.entity.js';
import { ReportPresentationService } from './report-presentation.service.js';
import { TakedownService } from './takedown.service.js';

/** Decides reports. A report of a bundle is decided for all of its files at once. */
@Injectable()
export class ReportDecisionsService {
  constructor(
    private readonly database: DataSource,
    private readonly takedowns: TakedownService,
    private readonly presentation: ReportPresentationService,
  ) {}

  /** @throws AppError `files.report-not-found` */
  takeDown(reportId: string, reason: string): Promise<AdminReport> {
    return this.decide(reportId, (manager, fileId) => this.takedowns.takeDownIn(manager, fileId, reason));
  }

  /** @throws AppError `files.report-not-found` */
  restore(reportId: string): Promise<AdminReport> {
    return this.decide(reportId, (manager, fileId) => this.takedowns.restoreIn(manager, fileId));
  }

  /** @throws AppError `files.report-not-found` */
  async dismiss(id: string): Promise<AdminReport> {
    const { manager } = this.database;
    const report = await this.find(manager, id);
    await manager.update(Report, { ...rowsOf(report), state: 'open' }, { state: 'dismissed' });
    return this.presentAgain(manager, id);
  }

  private decide(
    id: string,
    change: (manager: EntityManager, fileId: string) => Promise<unknown>,
  ): Promise<AdminReport> {
    return this.database.transaction(async (manager) => {
      const report = await this.find(manager, id);
      // Lock the files in a fixed order, so that concurrent decisions of two administrators cannot deadlock.
      const rows = await manager.find(Report, { where: rowsOf(report), order: { fileId: 'ASC' } });
      for (const { fileId } of rows) {
        try {
          await change(manager, fileId);
        } catch (error) {
          // The file was deleted or has expired, and needs no decision.
          if (!AppError.isRefusal(error)) throw error;
        }
      }
      return this.presentAgain(manager, id);
    });
  }

  private async presentAgain(manager: EntityManager, id: string): Promise<AdminReport> {
    const [presented] = await this.presentation.present(manager, [await this.find(manager, id)]);
    if (!presented) throw new AppError('files.report-not-found');
    return presented;
  }

  private async find(manager: EntityManager, id: string): Promise<Report> {
    const report = await manager.findOneBy(Report, { id });
    if (!report) throw new AppError('files.report-not-found');
    return report;
  }
}

/** All rows of the report that this row belongs to. */
function rowsOf({ id, groupId }: Report): FindOptionsWhere<Report> {
  return groupId === null ? { id } : { groupId };
}
