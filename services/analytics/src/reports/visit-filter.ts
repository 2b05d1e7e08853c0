import type { getAnalytics, InputOf } from '@waybill/contracts';
import { EVERY_LINK } from '../roll-ups/period.repository.js';
import type { TimeRange } from '../roll-ups/period.js';

/** The visits of a file that a report is about. */
export interface VisitFilter extends TimeRange {
  readonly fileId: string;
  /** Null: of every link. */
  readonly link: string | null;
  readonly includesBots: boolean;
}

type ReportInput = Pick<InputOf<typeof getAnalytics>, 'fileId' | 'from' | 'to' | 'link' | 'includeBots'>;

export function visitFilterOf({ fileId, from, to, link, includeBots }: ReportInput): VisitFilter {
  const dateOf = (text: string | null | undefined) => (text ? new Date(text) : null);
  return {
    fileId,
    from: dateOf(from),
    to: dateOf(to),
    link: link ?? null,
    includesBots: includeBots ?? false,
  };
}

/** Whether all visits of people are meant: the totals of the file's record answer it. */
export function isEverything({ from, to, link, includesBots }: VisitFilter): boolean {
  return from === null && to === null && link === null && !includesBots;
}

/** The roll-ups of the filter. */
export function rollUpOf({ fileId, link, includesBots }: VisitFilter) {
  return { fileId, linkId: link ?? EVERY_LINK, audiences: includesBots ? [false, true] : [false] };
}

/**
 * Condition on `entries` for the filter.
 * @param parameters of the statement; those of the condition are appended
 */
export function entryCondition(
  { fileId, from, to, link, includesBots }: VisitFilter,
  parameters: unknown[],
): string {
  const add = (value: unknown) => `$${parameters.push(value)}`;
  return [
    `entries.file_id = ${add(fileId)}`,
    ...(from ? [`accessed_at >= ${add(from)}`] : []),
    ...(to ? [`accessed_at < ${add(to)}`] : []),
    ...(link === null ? [] : [`entries.link_id = ${add(link)}`]),
    ...(includesBots ? [] : ['NOT is_bot']),
  ].join(' AND ');
}
