import { reportReasonSchema } from '@waybill/contracts';
import type { SelectQueryBuilder } from 'typeorm';
import type { AbuseReport } from '../abuse-reports/abuse-report.entity.js';
import { addressIn } from './searched-address.js';

/** Conditions on rows of reports. */
const ABOUT = ['file_id = :reported', 'bundle_id = :reported'];
const OPENED_BY = [
  'file_id IN (SELECT file_id FROM links WHERE slug = :slug)',
  'bundle_id IN (SELECT bundle_id FROM links WHERE slug = :slug)',
];
const SENT_BY = ['lower(email) = lower(:email)'];

/**
 * Condition on all rows of the reports of which a row fits one of `conditions`. Each condition has an index. Joined by
 * OR, they would use none, and PostgreSQL would read all reports.
 */
const withRow = (conditions: readonly string[]) => `report.id IN (
  WITH found AS (
    ${conditions.map((condition) => `SELECT coalesce(report_id, id) AS report_id FROM reports WHERE ${condition}`).join(' UNION ')}
  )
  SELECT report_id FROM found UNION ALL SELECT reports.id FROM found JOIN reports USING (report_id))`;

/** Selects reports by address of the file, bundle or link, by reason, or by the e-mail address of their sender. */
export function searchReports(rows: SelectQueryBuilder<AbuseReport>, query: string): void {
  const { slug, id: reported } = addressIn(query);
  if (slug !== undefined) rows.andWhere(withRow(OPENED_BY), { slug });
  else if (reported !== undefined) rows.andWhere(withRow(ABOUT), { reported });
  else if (reportReasonSchema.safeParse(query).success)
    rows.andWhere('report.reason = :reason', { reason: query });
  else if (query !== '') rows.andWhere(withRow(SENT_BY), { email: query });
}
