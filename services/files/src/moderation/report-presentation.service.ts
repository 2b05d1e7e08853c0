import { Injectable } from '@nestjs/common';
import type { AdminReport } from '@waybill/contracts';
import { type EntityManager, In } from 'typeorm';
import { Bundle } from '../bundle/bundle.entity.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { Report } from '../reports/report.entity.js';
import { presentReport } from './moderation.presenter.js';

/**
 * Presents rows of reports. A report of a bundle has a row for each file. An open row lists the files of all open rows
 * of its report, a decided row those of all decided rows.
 */
@Injectable()
export class ReportPresentationService {
  /** In the order of `reports`. A report whose file was deleted meanwhile is left out. */
  async present(manager: EntityManager, reports: readonly Report[]): Promise<AdminReport[]> {
    const files = await manager.findBy(SharedFile, { id: In(reports.map(({ fileId }) => fileId)) });
    const fileOf = new Map(files.map((file) => [file.id, file]));
    const bundleOf = await this.bundlesOf(manager, reports);
    return reports.flatMap((report) => {
      const file = fileOf.get(report.fileId);
      return file ? [presentReport(report, file, bundleOf.get(report.id) ?? null)] : [];
    });
  }

  /** Bundles of the reports that are about a bundle, by the id of the report's row. */
  private async bundlesOf(
    manager: EntityManager,
    reports: readonly Report[],
  ): Promise<Map<string, NonNullable<AdminReport['bundle']>>> {
    const ofBundles = reports.filter(({ groupId }) => groupId !== null);
    if (ofBundles.length === 0) return new Map();
    const rows = await manager.query<{ groupId: string; isOpen: boolean; fileIds: string[] }[]>(
      `SELECT report_id AS "groupId", (state = 'open') AS "isOpen", array_agg(file_id ORDER BY id) AS "fileIds"
       FROM reports WHERE report_id = ANY($1) GROUP BY 1, 2`,
      [ofBundles.map(({ groupId }) => groupId)],
    );
    const filesOf = new Map(rows.map(({ groupId, isOpen, fileIds }) => [`${groupId} ${isOpen}`, fileIds]));
    const bundles = await manager.findBy(Bundle, { id: In(ofBundles.map(({ bundleId }) => bundleId)) });
    const nameOf = new Map(bundles.map(({ id, name }) => [id, name]));
    return new Map(
      ofBundles.map(({ id, groupId, bundleId, state }) => [
        id,
        {
          id: bundleId ?? '',
          name: nameOf.get(bundleId ?? '') ?? null,
          fileIds: filesOf.get(`${groupId} ${state === 'open'}`) ?? [],
        },
      ]),
    );
  }
}
