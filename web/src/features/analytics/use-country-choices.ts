import type { AnalyticsReport } from '@waybill/contracts';
import { useState } from 'react';

const none: readonly string[] = [];

/** Countries to filter a report by. Keeps the previous ones while the filtered report is loaded. */
export function useCountryChoices(report: AnalyticsReport | undefined): readonly string[] {
  const [kept, keep] = useState(none);
  const found = report?.allCountries;
  const isNews = found && (found.length !== kept.length || found.some((name) => !kept.includes(name)));
  if (isNews) keep(found);
  return kept;
}
