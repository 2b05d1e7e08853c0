import { Injectable } from '@nestjs/common';
import type { AdminReport } from '@waybill/contracts';
import { type EntityManager, In } from 'typeorm';
import { Bundle } from '../bundle/bundle.entity.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { AbuseReport } from '../abuse-reports/abuse-report.entity.js';
import { groupOf } from './abuse-report-group.js';
import { presentEmptyBundle, presentReport, presentReportedFile } from './moderation.presenter.js';

/**
 * Presents rows of reports. A report of a bundle has a row for the bundle and one for each file. An open row lists the
 * files of all open rows of its report, a decided row those of all decided rows.
 */
@Injectable()
export class AbuseReportPresentationService {
  /** In the order of `reports`. A report whose file was deleted meanwhile is left out. */
  async present(manager: EntityManager, reports: readonly AbuseReport[]): Promise<AdminReport[]> {
    const fileIdsOf = await this.fileIdsOf(manager, reports);
    const firstFileOf = (report: AbuseReport) => report.fileId ?? fileIdsOf.get(report.id)?.[0];
    const fileIds = reports.flatMap((report) => firstFileOf(report) ?? []);
    const files = await manager.findBy(SharedFile, { id: In(fileIds) });
    const fileOf = new Map(files.map((file) => [file.id, presentReportedFile(file)]));
    const bundleIds = reports.flatMap(({ bundleId }) => bundleId ?? []);
    const bundles = await manager.findBy(Bundle, { id: In(bundleIds) });
    const bundleOf = new Map(bundles.map((bundle) => [bundle.id, bundle]));
    return reports.flatMap((report) => {
      const { bundleId, ownBundleId } = report;
      const emptied = bundleOf.get(ownBundleId ?? '');
      const file = fileOf.get(firstFileOf(report) ?? '') ?? (emptied && presentEmptyBundle(emptied));
      if (!file) return [];
      const bundle = bundleId === null ? null : { id: bundleId, name: bundleOf.get(bundleId)?.name ?? null };
      return [presentReport(report, file, bundle && { ...bundle, fileIds: fileIdsOf.get(report.id) ?? [] })];
    });
  }

  /**
   * Files of the reports that are about a bundle, by the id of the report's row. The first one shows whether a takedown
   * of the bundle is in force: those that are down with the bundle come first, then those that are not down.
   */
  private async fileIdsOf(
    manager: EntityManager,
    reports: readonly AbuseReport[],
  ): Promise<Map<string, string[]>> {
    const groupIds = reports.flatMap((report) => groupOf(report) ?? []);
    if (groupIds.length === 0) return new Map();
    const rows = await manager.query<{ groupId: string; isOpen: boolean; fileIds: string[] }[]>(
      `SELECT report_id AS "groupId", (state = 'open') AS "isOpen",
         array_agg(file_id ORDER BY coalesce(bundle_id = ANY(taken_down_with), false) DESC, taken_down_at IS NOT NULL,
           reports.id) AS "fileIds"
       FROM reports JOIN files ON files.id = file_id WHERE report_id = ANY($1) GROUP BY 1, 2`,
      [groupIds],
    );
    const filesOf = new Map(rows.map(({ groupId, isOpen, fileIds }) => [`${groupId} ${isOpen}`, fileIds]));
    return new Map(
      reports.map((report) => [
        report.id,
        filesOf.get(`${groupOf(report)} ${report.state === 'open'}`) ?? [],
      ]),
    );
  }
}
