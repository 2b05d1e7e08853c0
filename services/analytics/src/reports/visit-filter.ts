import type { getAnalytics, InputOf } from '@waybill/contracts';
import type { TimeRange } from '../roll-ups/period.js';
import { scopeOf } from '../roll-ups/scope.js';

/** Selects the visits of a file that a report is about. */
export interface VisitFilter extends TimeRange {
  readonly fileId: string;
  /** Null: every link. */
  readonly link: string | null;
  /** ISO 3166-1 code; empty: unknown. Null: every country. */
  readonly country: string | null;
  readonly includesBots: boolean;
}

type ReportInput = Omit<InputOf<typeof getAnalytics>, 'caller' | 'cursor'>;

export function visitFilterOf({ fileId, from, to, link, country, includeBots }: ReportInput): VisitFilter {
  const dateOf = (text: string | null | undefined) => (text ? new Date(text) : null);
  return {
    fileId,
    from: dateOf(from),
    to: dateOf(to),
    link: link ?? null,
    country: country ?? null,
    includesBots: includeBots ?? false,
  };
}

/** Whether the filter selects all visits of people, so that the totals of the file's record can be used. */
export function isEverything({ from, to, link, country, includesBots }: VisitFilter): boolean {
  return from === null && to === null && link === null && country === null && !includesBots;
}

/** Selects the roll-ups that count the visits of the filter. */
export function rollUpOf({ fileId, link, country, includesBots }: VisitFilter) {
  return { fileId, scope: scopeOf(link, country), audiences: includesBots ? [false, true] : [false] };
}

/**
 * Condition on `entries` for the filter.
 * @param parameters of the statement; those of the condition are appended
 */
export function entryCondition(
  { fileId, from, to, link, country, includesBots }: VisitFilter,
  parameters: unknown[],
): string {
  const add = (value: unknown) => `$${parameters.push(value)}`;
  return [
    `entries.file_id = ${add(fileId)}`,
    ...(from ? [`accessed_at >= ${add(from)}`] : []),
    ...(to ? [`accessed_at < ${add(to)}`] : []),
    ...(link === null ? [] : [`entries.link_id = ${add(link)}`]),
    ...(country === null ? [] : [`country_code = ${add(country)}`]),
    ...(includesBots ? [] : ['NOT is_bot']),
  ].join(' AND ');
}
