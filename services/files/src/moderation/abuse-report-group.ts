import type { FindOptionsWhere } from 'typeorm';
import type { AbuseReport } from '../abuse-reports/abuse-report.entity.js';

/** Id that the rows of a report of a bundle have in common; null for a report of a file. */
export function groupOf({ id, groupId, fileId }: AbuseReport): string | null {
  return groupId ?? (fileId === null ? id : null);
}

/** All rows of the report that this row belongs to. */
export function rowsOf(report: AbuseReport): FindOptionsWhere<AbuseReport>[] {
  const groupId = groupOf(report);
  return groupId === null ? [{ id: report.id }] : [{ id: groupId }, { groupId }];
}
