/** Subject and filters of a report. */
export interface ReportQuery {
  readonly kind: 'file' | 'bundle';
  readonly id: string;
  /** Dates such as 2026-11-30; empty: open. */
  readonly from: string;
  readonly to: string;
  /** Id of a link; empty: all of them. */
  readonly link: string;
  /** Name of a country as in the report; empty: all of them. */
  readonly country: string;
  readonly includesBots: boolean;
}

export function wholeReport(kind: ReportQuery['kind'], id: string): ReportQuery {
  return { kind, id, from: '', to: '', link: '', country: '', includesBots: false };
}

export function isNarrowed({ from, to, link, country, includesBots }: ReportQuery): boolean {
  return from !== '' || to !== '' || link !== '' || country !== '' || includesBots;
}

/** Query parameters of the calls. Days are in the browser's time zone, like the times that the report shows. */
export function queryOf({ from, to, link, country, includesBots }: ReportQuery): Record<string, string> {
  return {
    ...(from !== '' && { from: midnightOf(from, 0) }),
    ...(to !== '' && { to: midnightOf(to, 1) }),
    ...(link !== '' && { link }),
    ...(country !== '' && { country }),
    ...(includesBots && { include: 'bots' }),
  };
}

/** Local midnight of the date plus `days`, as ISO time. Returns an invalid date unchanged. */
function midnightOf(date: string, days: number): string {
  const [year = NaN, month = NaN, day = NaN] = date.split('-').map(Number);
  const midnight = new Date(year, month - 1, day + days);
  return Number.isNaN(midnight.getTime()) ? date : midnight.toISOString();
}

/** Address of the export. */
export function exportAddress(query: ReportQuery, format: 'csv' | 'json'): string {
  const search = new URLSearchParams({ format, ...queryOf(query) }).toString();
  return `/api/${query.kind}s/${query.id}/analytics/export?${search}`;
}
