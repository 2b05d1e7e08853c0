import type { AnalyticsReport } from '@waybill/contracts';
import { useState } from 'react';
import type { ReportQuery } from './report-query.js';

const none: readonly string[] = [];

/** Countries to narrow a report by: those of the report from everywhere, kept while it is narrowed to one of them. */
export function useCountryChoices(
  { country }: ReportQuery,
  report: AnalyticsReport | undefined,
): readonly string[] {
  const [kept, keep] = useState(none);
  const found = country === '' ? report?.countries : undefined;
  const isNews = found && (found.length !== kept.length || found.some((row) => !kept.includes(row.country)));
  if (isNews) keep(found.map((row) => row.country).sort());
  return kept;
}
