import type { FindOptionsWhere } from 'typeorm';
import type { Report } from '../reports/report.entity.js';

/** Id that the rows of a report of a bundle have in common; null for a report of a file. */
export function groupOf({ id, groupId, fileId }: Report): string | null {
  return groupId ?? (fileId === null ? id : null);
}

/** All rows of the report that this row belongs to. */
export function rowsOf(report: Report): FindOptionsWhere<Report>[] {
  const groupId = groupOf(report);
  return groupId === null ? [{ id: report.id }] : [{ id: groupId }, { groupId }];
}
